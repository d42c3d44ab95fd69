// The player's display order for each box of each game, stored in the browser.
import { useMemo } from "react";
import { readStored, writeStored } from "../../app/browserStorage";
import { createStore, useStore } from "../../app/store";
import { withSorts } from "../../scene";
import type { Items } from "../../scene";

/** The name of an order, by game and by the id of a box. */
export type Sorts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const KEY = "gamenight.sorts";
const NONE: Readonly<Record<string, string>> = {};

/** The stored orders; invalid entries are dropped. */
export function readSorts(text: string | null): Sorts {
  try {
    const games = Object.entries(fieldsOf(JSON.parse(text ?? "{}")));
    return Object.fromEntries(games.map(([game, boxes]) => [game, textsOf(fieldsOf(boxes))]));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textsOf(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

const sorts = createStore<Sorts>(readSorts(readStored(KEY)));

export function chooseSort(game: string, box: string, name: string): void {
  const now = sorts.get();
  sorts.set({ ...now, [game]: { ...now[game], [box]: name } });
  writeStored(KEY, JSON.stringify(sorts.get()));
}

/** The items of a scene in the orders that were chosen in this browser. */
export function useSorted(game: string | null, items: Items): Items {
  const wanted = useStore(sorts)[game ?? ""] ?? NONE;
  return useMemo(() => withSorts(items, wanted), [items, wanted]);
}
