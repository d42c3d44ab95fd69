// Finds faults in the layout of a scene. The author of a game may not see them on a wide screen with short names.
import { textWidth, wrapped } from "./textWidth";
import { place } from "./place";
import { say } from "../say";
import { flowOf, SEAT_MARK, turnedSize } from "./sizes";
import { comfortableHeight, isTall } from "./scale";
import type { Items, Look, Placed, Rect, Viewport } from "../types";

export interface LayoutFault {
  /**
   * `overlap`: items cover each other. `outside`: an item is larger than its box. `words`: a text is wider than its
   * item. `small`: letters are too small to read.
   */
  what: "overlap" | "outside" | "words" | "small";
  ids: string[];
}

/** Differences of so few pixels cannot be seen. */
const SLACK = 1.5;
/** In pixels; smaller letters cannot be read. */
const SMALLEST = 7;
const WORDED: ReadonlySet<string> = new Set(["text", "plate", "button", "table"]);

/** The layout faults of a scene in this room. As on the page, the scene may be higher than the room and scroll. */
export function layoutFaults(items: Items, look: Look, room: Viewport): LayoutFault[] {
  const viewport = { ...room, height: comfortableHeight(items, look, room) };
  const placed = place(items, look, viewport);
  const byId = new Map(placed.map((one) => [one.id, one]));
  const leaves = placed.filter(({ item }) => item.kind !== "box");
  return [
    ...overlaps(leaves, byId, isTall(viewport)),
    ...placed.filter((one) => isOutside(one, byId)).map(({ id }): LayoutFault => ({ what: "outside", ids: [id] })),
    ...leaves.filter((one) => isTooWordy(one, look)).map(({ id }): LayoutFault => ({ what: "words", ids: [id] })),
    ...leaves.filter(isTooSmall).map(({ id }): LayoutFault => ({ what: "small", ids: [id] })),
  ];
}

type ById = ReadonlyMap<string, Placed>;

function overlaps(leaves: Placed[], byId: ById, tall: boolean): LayoutFault[] {
  // Sorted from left to right, so that each item is compared only with those that start before it ends.
  const standing = leaves.map((one) => ({ one, rect: upright(one) })).sort((a, b) => a.rect.x - b.rect.x);
  const found: LayoutFault[] = [];
  standing.forEach(({ one, rect }, index) => {
    for (let next = index + 1; next < standing.length; next += 1) {
      const other = standing[next];
      if (!other || other.rect.x > rect.x + rect.width - SLACK) return;
      if (doOverlap(rect, other.rect) && !isMeant(one, other.one, byId, tall))
        found.push({ what: "overlap", ids: [one.id, other.one.id].sort() });
    }
  });
  return found;
}

function upright(one: Placed): Rect {
  const { width, height } = turnedSize(one, one.turn);
  return { x: one.x + (one.width - width) / 2, y: one.y + (one.height - height) / 2, width, height };
}

function doOverlap(one: Rect, other: Rect): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > SLACK && down > SLACK;
}

/** Whether an overlap is intended: cards in a fan or a pile, pieces on a board, words on their background. */
function isMeant(one: Placed, other: Placed, byId: ById, tall: boolean): boolean {
  const box = common(one, other, byId);
  if (!box) return false;
  const flow = flowOf(box.item, tall);
  if (flow === "fan" || flow === "stack") return true;
  if (flow !== "grid" && flow !== "free" && !box.zoom) return false;
  if (standsOn(one, other) || standsOn(other, one)) return true;
  return one.parent === box.id && other.parent === box.id && !isWorded(one) && !isWorded(other);
}

/** The innermost box that contains both. */
function common(one: Placed, other: Placed, byId: ById): Placed | undefined {
  const own = new Set<string>();
  for (let at = one.parent; at !== null; at = byId.get(at)?.parent ?? null) own.add(at);
  for (let at = other.parent; at !== null; at = byId.get(at)?.parent ?? null) if (own.has(at)) return byId.get(at);
  return undefined;
}

function standsOn(words: Placed, piece: Placed): boolean {
  return isWorded(words) && !isWorded(piece) && contains(piece, words);
}

function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x - SLACK &&
    inner.y >= outer.y - SLACK &&
    inner.x + inner.width <= outer.x + outer.width + SLACK &&
    inner.y + inner.height <= outer.y + outer.height + SLACK
  );
}

function isWorded({ item }: Placed): boolean {
  return WORDED.has(item.kind ?? "piece");
}

function isOutside(one: Placed, byId: ById): boolean {
  const box = one.parent === null ? undefined : byId.get(one.parent);
  return box !== undefined && !box.zoom && !contains(box, upright(one));
}

/** A text that may not be shortened and has a word that is longer than its lines. */
function isTooWordy({ item, width, font }: Placed, look: Look): boolean {
  if (item.kind !== "text" || item.fit) return false;
  const room = width - (item.seat === undefined || item.seat === null ? 0 : SEAT_MARK * font);
  const strong = item.strong === true;
  return wrapped(say(item.text ?? "", look.texts), font, room, strong).some(
    (line) => textWidth(line, font, strong) > room + SLACK,
  );
}

function isTooSmall(one: Placed): boolean {
  return isWorded(one) && one.inside === null && one.font < SMALLEST;
}
