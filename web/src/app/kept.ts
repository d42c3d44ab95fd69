// What this browser keeps between visits, and what this tab alone keeps until it is closed. Where nothing is kept
// (storage is forbidden or full) a page still works.
interface Keeper {
  read: (key: string) => string | null;
  keep: (key: string, text: string) => void;
  forget: (key: string) => void;
  keys: (prefix: string) => string[];
}

function keeper(storageHere: () => Storage | undefined): Keeper {
  const unkept = new Map<string, string>();

  function storage(): Storage | null {
    try {
      return storageHere() ?? null;
    } catch {
      return null;
    }
  }

  return {
    read: (key) => unkept.get(key) ?? storage()?.getItem(key) ?? null,
    keep: (key, text) => {
      try {
        const here = storage();
        if (!here) throw new Error("no storage");
        here.setItem(key, text);
        unkept.delete(key);
      } catch {
        unkept.set(key, text);
      }
    },
    forget: (key) => {
      unkept.delete(key);
      storage()?.removeItem(key);
    },
    keys: (prefix) => {
      const here = storage();
      const stored = here ? Array.from({ length: here.length }, (_, index) => here.key(index) ?? "") : [];
      return [...new Set([...stored, ...unkept.keys()])].filter((key) => key.startsWith(prefix));
    },
  };
}

export const { read: readKept, keep, forget, keys: keptKeys } = keeper(() => globalThis.localStorage);
export const { read: readInTab, keep: keepInTab, forget: forgetInTab } = keeper(() => globalThis.sessionStorage);
