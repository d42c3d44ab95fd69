// Text that this browser stores between visits, and text that one tab stores until it is closed. If storage is forbidden
// or full, the text is held in memory until the page is closed.
interface TextStore {
  read: (key: string) => string | null;
  write: (key: string, text: string) => void;
  remove: (key: string) => void;
  keys: (prefix: string) => string[];
}

function textStore(browserStorage: () => Storage | undefined): TextStore {
  const inMemory = new Map<string, string>();

  function storage(): Storage | null {
    try {
      return browserStorage() ?? null;
    } catch {
      return null;
    }
  }

  return {
    read: (key) => inMemory.get(key) ?? storage()?.getItem(key) ?? null,
    write: (key, text) => {
      try {
        const stored = storage();
        if (!stored) throw new Error("no storage");
        stored.setItem(key, text);
        inMemory.delete(key);
      } catch {
        inMemory.set(key, text);
      }
    },
    remove: (key) => {
      inMemory.delete(key);
      storage()?.removeItem(key);
    },
    keys: (prefix) => {
      const stored = storage();
      const names = stored ? Array.from({ length: stored.length }, (_, index) => stored.key(index) ?? "") : [];
      return [...new Set([...names, ...inMemory.keys()])].filter((key) => key.startsWith(prefix));
    },
  };
}

export const {
  read: readStored,
  write: writeStored,
  remove: removeStored,
  keys: storedKeys,
} = textStore(() => globalThis.localStorage);
export const { read: readInTab, write: writeInTab, remove: removeInTab } = textStore(() => globalThis.sessionStorage);
