// Seats around whoever looks: their own below, the others clockwise from the left, what belongs to nobody in the middle.
import { placeOf } from "./order";
import { sum } from "./shareWidth";
import { gaps, grows, inside, itemOf, lineSize, lineSizes, sizeOf, type Size, type Stage } from "./sizes";
import type { Rect } from "./types";

interface Ring {
  own: string[];
  /** From the viewer's left hand on. */
  others: string[];
  middle: string[];
}

/** What stands beside the middle takes no more than this part of the width, if it can do with that. */
const SIDE_SHARE = 0.3;

export interface Seated {
  size: Size;
  /** Where each stands in a room of this size, from its upper left corner. */
  rects: Map<string, Rect>;
}

function ringOf(stage: Stage, id: string): Ring {
  const ids = inside(stage, id);
  const seatOf = (child: string): number | null => {
    const at = placeOf(child, itemOf(stage, child));
    return typeof at === "number" ? at : null;
  };
  const seats = ids.filter((child) => seatOf(child) !== null);
  const first = itemOf(stage, id).viewer ?? 0;
  const after = (child: string): number => ((seatOf(child) ?? 0) < first ? 1 : 0);
  const turned = [...seats].sort(
    (one, other) => after(one) - after(other) || (seatOf(one) ?? 0) - (seatOf(other) ?? 0),
  );
  return {
    own: turned.filter((child) => seatOf(child) === first),
    others: turned.filter((child) => seatOf(child) !== first),
    middle: ids.filter((child) => seatOf(child) === null),
  };
}

/** Everybody's place in a box of this width, and of this height where more is left than is needed. */
export function aroundOf(stage: Stage, id: string, room: number, height = 0): Seated {
  const ring = ringOf(stage, id);
  const place = stage.tall ? overMiddle : besideMiddle;
  if (ring.middle.some((child) => grows(stage, child))) return place(stage, ring, room, height);
  // As wide as it likes to be, or else exactly as wide as it may: so it is the same when it is asked again.
  const natural = place(stage, ring, Infinity, 0);
  return natural.size.width <= room * (1 + 1e-6) ? natural : place(stage, ring, room, 0);
}

// Wide: a table with three sides for the others.

function besideMiddle(stage: Stage, { own, others, middle }: Ring, room: number, height: number): Seated {
  const gap = spacing(stage);
  const { left, top, right } = sides(others);
  const side = sideWidth(stage, [...left, ...right], room);
  const inner = Math.max(0, room - 2 * side);
  const parts = {
    left: columnOf(stage, left, side),
    right: columnOf(stage, right, side),
    top: lineSize(stage, top, inner),
    middle: columnOf(stage, middle, inner),
    own: lineSize(stage, own, room),
  };
  const across = Math.max(parts.top.width, parts.middle.width);
  const isGrowing = middle.some((child) => grows(stage, child));
  const width = Math.max(room < Infinity ? room : 0, across + 2 * side, parts.own.width);
  const needed = Math.max(stacked(gap, [parts.top.height, parts.middle.height]), parts.left.height, parts.right.height);
  const below = own.length > 0 ? parts.own.height + gap : 0;
  const block = Math.max(needed, isGrowing ? height - below : 0);
  const size = { width, height: block + below };
  const rects = new Map<string, Rect>();
  const column = Math.max(0, side - gap);
  putColumn(stage, left, { x: 0, y: 0, width: column, height: block }, side, rects);
  putColumn(stage, right, { x: width - column, y: 0, width: column, height: block }, side, rects);
  putLine(stage, top, { x: side, y: 0, width: width - 2 * side, height: parts.top.height }, inner, rects);
  const start = top.length > 0 ? parts.top.height + gap : 0;
  putColumn(stage, middle, { x: side, y: start, width: width - 2 * side, height: block - start }, inner, rects);
  putLine(stage, own, { x: 0, y: block + gap, width, height: parts.own.height }, room, rects);
  return { size, rects };
}

/** Few sit on one side each; only many sit in columns. */
function sides(others: string[]): { left: string[]; top: string[]; right: string[] } {
  const count = others.length;
  const beside = count < 2 ? 0 : count < 5 ? 1 : count < 9 ? 2 : Math.floor(count / 3);
  return {
    left: others.slice(0, beside).reverse(),
    top: others.slice(beside, count - beside),
    right: others.slice(count - beside),
  };
}

/** The same on both sides, so that the middle is in the middle; with the gap to what is beside it. */
function sideWidth(stage: Stage, ids: string[], room: number): number {
  if (ids.length === 0) return 0;
  return Math.max(...ids.map((id) => sizeOf(stage, id, SIDE_SHARE * room).width)) + spacing(stage);
}

// Tall: the others above, in as few rows as they can be.

function overMiddle(stage: Stage, { own, others, middle }: Ring, room: number, height: number): Seated {
  const gap = spacing(stage);
  const lines = linesOf(stage, others, room);
  const above = lines.map((line) => lineSize(stage, line, room));
  const centre = columnOf(stage, middle, room);
  const below = lineSize(stage, own, room);
  const isGrowing = middle.some((child) => grows(stage, child));
  const fixed = stacked(gap, [...above.map((line) => line.height), middle.length ? 0.001 : 0, below.height]);
  const block = Math.max(centre.height, isGrowing ? height - fixed : 0);
  const widths = [...above, centre, below].map((size) => size.width);
  const width = Math.max(room < Infinity ? room : 0, ...widths);
  const rects = new Map<string, Rect>();
  let y = 0;
  const next = (high: number): number => {
    const at = y;
    if (high > 0) y += high + gap;
    return at;
  };
  lines.forEach((line, index) => {
    const high = above[index]?.height ?? 0;
    putLine(stage, line, { x: 0, y: next(high), width, height: high }, room, rects);
  });
  putColumn(stage, middle, { x: 0, y: next(block), width, height: block }, room, rects);
  putLine(stage, own, { x: 0, y: next(below.height), width, height: below.height }, room, rects);
  return { size: { width, height: Math.max(0, y - gap) }, rects };
}

/** Rows of about the same number, as few as fit; what fits in no row has one of its own. */
function linesOf(stage: Stage, ids: string[], room: number): string[][] {
  for (let rows = 1; rows < ids.length; rows += 1) {
    const lines = inRows(ids, rows);
    if (lines.every((line) => lineSize(stage, line, room).width <= room * (1 + 1e-6))) return lines;
  }
  return ids.map((id) => [id]);
}

function inRows(ids: string[], rows: number): string[][] {
  return Array.from({ length: rows }, (_, row) =>
    ids.slice(Math.ceil((row * ids.length) / rows), Math.ceil(((row + 1) * ids.length) / rows)),
  );
}

// Rows and columns

function spacing(stage: Stage): number {
  return 1.3 * stage.measures.gap;
}

/** The height of these on top of each other, without gaps for what has none. */
function stacked(gap: number, heights: number[]): number {
  const shown = heights.filter((height) => height > 0);
  return sum(shown) + gap * Math.max(0, shown.length - 1);
}

function columnOf(stage: Stage, ids: string[], room: number): Size {
  const sizes = ids.map((id) => sizeOf(stage, id, room));
  const width = Math.max(0, ...sizes.map((size) => size.width));
  return { width, height: sum(sizes.map(({ height }) => height)) + gaps(stage, ids) };
}

/** Side by side in the middle of this place, their upper edges in line; `room` is what they were measured with. */
function putLine(stage: Stage, ids: string[], place: Rect, room: number, rects: Map<string, Rect>): void {
  const sizes = lineSizes(stage, ids, room);
  const gap = stage.measures.gap;
  let x = place.x + (place.width - sum(sizes.map(({ width }) => width)) - gaps(stage, ids)) / 2;
  ids.forEach((id, index) => {
    const { width, height } = sizes[index] ?? { width: 0, height: 0 };
    rects.set(id, { x, y: place.y, width, height });
    x += width + gap;
  });
}

/** Below each other, spread over this place where they are seats; what grows takes what is left. */
function putColumn(stage: Stage, ids: string[], place: Rect, room: number, rects: Map<string, Rect>): void {
  const sizes = ids.map((id) => sizeOf(stage, id, room));
  const growers = ids.filter((id) => grows(stage, id)).length;
  const free = place.height - sum(sizes.map(({ height }) => height)) - gaps(stage, ids);
  let y = place.y + (growers > 0 ? 0 : free / 2);
  ids.forEach((id, index) => {
    const size = sizes[index] ?? { width: 0, height: 0 };
    const isGrower = grows(stage, id);
    const [width, height] = isGrower ? [place.width, size.height + free / growers] : [size.width, size.height];
    rects.set(id, { x: place.x + (place.width - width) / 2, y, width, height });
    y += height + stage.measures.gap;
  });
}
