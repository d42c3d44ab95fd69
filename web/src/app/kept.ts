// What this browser keeps between visits. Where it keeps nothing (storage is forbidden or full) a page still works.
const unkept = new Map<string, string>();

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export function readKept(key: string): string | null {
  return unkept.get(key) ?? storage()?.getItem(key) ?? null;
}

export function keep(key: string, text: string): void {
  try {
    const here = storage();
    if (!here) throw new Error("no storage");
    here.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
}

export function forget(key: string): void {
  unkept.delete(key);
  storage()?.removeItem(key);
}

export function keptKeys(prefix: string): string[] {
  const here = storage();
  const stored = here ? Array.from({ length: here.length }, (_, index) => here.key(index) ?? "") : [];
  return [...new Set([...stored, ...unkept.keys()])].filter((key) => key.startsWith(prefix));
}
