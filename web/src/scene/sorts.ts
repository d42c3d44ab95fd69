// Orders for display that a box offers: its items stand as the player has chosen, and the rules know nothing of it.
import { has } from "./compat";
import type { Item, Items, Words } from "./types";

export interface Sortable {
  /** The id of the box. */
  box: string;
  /** What its orders are called. */
  names: Words[];
  /** Which of them is chosen. */
  chosen: number;
}

/** The ids of a box in the order that is chosen for it: those that it does not name come last, as they were. */
export function inChosenOrder(box: string | null, ids: string[], items: Items): string[] {
  const order = box === null ? "" : (chosenSort(items[box] ?? {})?.[1] ?? "");
  if (order === "") return ids;
  const own = new Set(ids);
  const named = new Set(order.split(" ").map((name) => idOf(box ?? "", name, own)));
  return [...[...named].filter((id) => own.has(id)), ...ids.filter((id) => !named.has(id))];
}

function idOf(box: string, name: string, own: ReadonlySet<string>): string {
  const inside = `${box}/${name}`;
  return own.has(inside) ? inside : name;
}

function chosenSort({ sorts = [], sorting = 0 }: Item): NonNullable<Item["sorts"]>[number] | undefined {
  return sorts[sorting] ?? sorts[0];
}

/** The same items, with the orders that are wanted: the name of one by the id of its box. */
export function withSorts(items: Items, wanted: Readonly<Record<string, string>>): Items {
  const changed: Items = {};
  for (const { box, names, chosen } of sortables(items)) {
    const number = has(wanted, box) ? names.findIndex((name) => sortKey(name) === wanted[box]) : -1;
    if (number >= 0 && number !== chosen) changed[box] = { ...items[box], sorting: number };
  }
  return Object.keys(changed).length > 0 ? { ...items, ...changed } : items;
}

/** The boxes with more than one order to choose from. */
export function sortables(items: Items): Sortable[] {
  return Object.entries(items).flatMap(([box, { sorts = [], sorting = 0 }]) =>
    sorts.length > 1 ? [{ box, names: sorts.map(([name]) => name), chosen: sorting < sorts.length ? sorting : 0 }] : [],
  );
}

/** What an order is remembered by: the key of its name, which is the same in every language. */
export function sortKey(name: Words): string {
  return typeof name === "string" ? name : name[0];
}
