// Display orders of a box: the player chooses one, and the rules do not know about it.
import { has } from "../compat";
import type { Item, Items, Words } from "../types";

export interface Sortable {
  /** The id of the box. */
  box: string;
  /** The names of its orders. */
  names: Words[];
  /** The index of the chosen one. */
  chosen: number;
}

/** The ids of a box in the chosen order; ids that the order does not list come last, unchanged. */
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

/** The same items with the chosen orders: the name of an order by the id of its box. */
export function withSorts(items: Items, wanted: Readonly<Record<string, string>>): Items {
  const changed: Items = {};
  for (const { box, names, chosen } of sortables(items)) {
    const number = has(wanted, box) ? names.findIndex((name) => sortKey(name) === wanted[box]) : -1;
    if (number >= 0 && number !== chosen) changed[box] = { ...items[box], sorting: number };
  }
  return Object.keys(changed).length > 0 ? { ...items, ...changed } : items;
}

/** The boxes with more than one order. */
export function sortables(items: Items): Sortable[] {
  return Object.entries(items).flatMap(([box, { sorts = [], sorting = 0 }]) =>
    sorts.length > 1 ? [{ box, names: sorts.map(([name]) => name), chosen: sorting < sorts.length ? sorting : 0 }] : [],
  );
}

/** The key under which an order is stored: it is the same in every language. */
export function sortKey(name: Words): string {
  return typeof name === "string" ? name : name[0];
}
