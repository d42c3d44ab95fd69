// The order of items for painting, keyboard and screen readers, and their neighbours.
import type { ShownItem } from "../../wire";
import { has } from "../compat";
import { inChosenOrder } from "./sorts";
import type { Items, Placed } from "../types";

export type Direction = "left" | "right" | "up" | "down";
export type Where = [number, number] | number | null;

/** The children of each box in scene order; those of the scene itself under null. */
export type Tree = Map<string | null, string[]>;

/** The box that contains an item; null is the scene itself, also for items whose box does not exist. */
export function containerOf(id: string, item: ShownItem, items: Items): string | null {
  const slash = id.lastIndexOf("/");
  const named = item.in ?? (slash > 0 ? id.slice(0, slash) : null);
  return named !== null && named !== id && has(items, named) && items[named]?.kind === "box" ? named : null;
}

/** The place of an item in its box: as given, or from the last part of its id. */
export function placeOf(id: string, item: ShownItem): Where {
  if (item.at !== undefined && item.at !== null) return item.at;
  const words = id.slice(id.lastIndexOf("/") + 1);
  const pair = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(words);
  if (pair) return [Number(pair[1]), Number(pair[2])];
  return /^-?\d+$/.test(words) ? Number(words) : null;
}

/** The items that a wide or a tall screen shows. Items for the other kind are left out with all their children. */
export function shownOn(screen: "wide" | "tall", items: Items): Items {
  const isOther = ({ only }: ShownItem): boolean => only !== undefined && only !== null && only !== screen;
  if (!Object.values(items).some(isOther)) return items;
  return Object.fromEntries(
    Object.entries(items).filter(([id]) => !boxesAround(id, items).some((own) => isOther(items[own] ?? {}))),
  );
}

/** The item, its box, the box of that, and so on, each once. */
function boxesAround(id: string, items: Items): string[] {
  const seen = new Set<string>();
  for (let at: string | null = id; at !== null && !seen.has(at); at = containerOf(at, items[at] ?? {}, items))
    seen.add(at);
  return [...seen];
}

/**
 * Every item under its box. Boxes that contain each other count as children of the scene, so that nothing gets lost.
 */
export function treeOf(items: Items): Tree {
  const tree: Tree = new Map([[null, []]]);
  for (const [id, item] of Object.entries(items)) {
    const container = isRound(id, items) ? null : containerOf(id, item, items);
    const inside = tree.get(container);
    if (inside) inside.push(id);
    else tree.set(container, [id]);
  }
  for (const [container, ids] of tree) tree.set(container, inChosenOrder(container, sorted(ids, items), items));
  return tree;
}

function sorted(ids: string[], items: Items): string[] {
  const keyed = ids.map((id) => ({ id, key: keyOf(id, items[id] ?? {}) }));
  return keyed.sort((one, other) => compared(one.key, other.key) || (one.id < other.id ? -1 : 1)).map(({ id }) => id);
}

/** Sort key: `order`, then the place (row and column, or index); items without a place come last. */
function keyOf(id: string, item: ShownItem): number[] {
  const where = placeOf(id, item);
  const order = item.order ?? 0;
  if (where === null) return [order, 1, 0, 0];
  return typeof where === "number" ? [order, 0, 0, where] : [order, 0, where[1], where[0]];
}

function compared(one: number[], other: number[]): number {
  for (let index = 0; index < one.length; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a box contains itself, directly or through others. */
function isRound(id: string, items: Items): boolean {
  const seen = new Set<string>();
  let at: string | null = id;
  while (at !== null && !seen.has(at)) {
    seen.add(at);
    at = containerOf(at, items[at] ?? {}, items);
  }
  return at === id;
}

/** All ids in scene order, boxes before their children. */
export function sceneOrder(items: Items): string[] {
  const tree = treeOf(items);
  const listed = (container: string | null): string[] =>
    (tree.get(container) ?? []).flatMap((id) => [id, ...listed(id)]);
  return listed(null);
}

/** The nearest item in a direction, among `candidates` or all items; null at the edge. */
export function neighbour(
  placed: readonly Placed[],
  id: string,
  direction: Direction,
  candidates?: ReadonlySet<string>,
): string | null {
  const from = placed.find((one) => one.id === id);
  if (!from) return null;
  const ways = placed.flatMap((one) => {
    if (one.id === id || (candidates && !candidates.has(one.id))) return [];
    const [ahead, aside] = offset(from, one, direction);
    return ahead > 0.5 ? [{ id: one.id, ahead, aside }] : [];
  });
  // Items that lie more to the side than ahead count only if there are no others.
  const straight = ways.filter(({ ahead, aside }) => aside <= ahead);
  return nearest(straight) ?? nearest(ways);
}

function offset(from: Placed, to: Placed, direction: Direction): [number, number] {
  const dx = to.x + to.width / 2 - (from.x + from.width / 2);
  const dy = to.y + to.height / 2 - (from.y + from.height / 2);
  switch (direction) {
    case "left":
      return [-dx, Math.abs(dy)];
    case "right":
      return [dx, Math.abs(dy)];
    case "up":
      return [-dy, Math.abs(dx)];
    case "down":
      return [dy, Math.abs(dx)];
  }
}

function nearest(ways: { id: string; ahead: number; aside: number }[]): string | null {
  let best: { id: string; cost: number } | null = null;
  for (const { id, ahead, aside } of ways) {
    const cost = ahead + 2 * aside;
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}
