// Applies a delta to a document; see "Deltas" in docs/protocol.md.

import { has } from "./compat";

type Fields = Record<string, unknown>;

/** The document after this delta. Unchanged parts are shared with the old one. */
export function patched(old: unknown, delta: unknown): unknown {
  if (delta === null || delta === undefined) return old;
  if (Array.isArray(delta)) return delta[0];
  if (Array.isArray(old)) return patchedList(old, delta as Fields);
  return patchedObject((old ?? {}) as Fields, delta as Fields);
}

function patchedObject(old: Fields, delta: Fields): Fields {
  const fresh = { ...old };
  for (const [key, change] of Object.entries(delta)) {
    if (change === 0) delete fresh[key];
    // Define an own property under any name: a key like "__proto__" must not change other objects.
    else define(fresh, key, patched(has(old, key) ? old[key] : undefined, change));
  }
  return fresh;
}

function define(target: Fields, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function patchedList(old: unknown[], delta: Fields): unknown[] {
  const splice = delta["@"];
  if (Array.isArray(splice)) {
    const [start, gone, come] = splice as [number, number, unknown[]];
    return [...old.slice(0, start), ...come, ...old.slice(start + gone)];
  }
  const fresh = [...old];
  for (const [index, change] of Object.entries(delta)) fresh[Number(index)] = patched(old[Number(index)], change);
  return fresh;
}
