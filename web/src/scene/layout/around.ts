// Arranges seats around the viewer: the viewer's own below, the others clockwise from the left, and everything without
// a seat in the middle.
import { placeOf } from "./order";
import { sum } from "./shareWidth";
import { gaps, grows, inside, itemOf, lineSize, lineSizes, sizeOf, type Size, type Layout } from "./sizes";
import type { Rect } from "../types";

interface Ring {
  own: string[];
  /** Clockwise from the viewer's left. */
  others: string[];
  middle: string[];
}

/** Maximum part of the width for the items beside the middle, if they can be that small. */
const SIDE_SHARE = 0.3;

export interface Seated {
  size: Size;
  /** The rectangle of each item, measured from the upper left corner. */
  rects: Map<string, Rect>;
}

function ringOf(layout: Layout, id: string): Ring {
  const ids = inside(layout, id);
  const seatOf = (child: string): number | null => {
    const at = placeOf(child, itemOf(layout, child));
    return typeof at === "number" ? at : null;
  };
  const seats = ids.filter((child) => seatOf(child) !== null);
  const first = itemOf(layout, id).viewer ?? 0;
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

/** The places of all seats in a box of this width; `height` is used if it is more than needed. */
export function aroundOf(layout: Layout, id: string, room: number, height = 0): Seated {
  const ring = ringOf(layout, id);
  const place = layout.tall ? overMiddle : besideMiddle;
  if (ring.middle.some((child) => grows(layout, child))) return place(layout, ring, room, height);
  // The natural width if it fits, otherwise exactly the width of the room, so that a second measurement gives the same.
  const natural = place(layout, ring, Infinity, 0);
  return natural.size.width <= room * (1 + 1e-6) ? natural : place(layout, ring, room, 0);
}

// Wide layout: the other seats stand on three sides

function besideMiddle(layout: Layout, { own, others, middle }: Ring, room: number, height: number): Seated {
  const gap = spacing(layout);
  const { left, top, right } = sides(others);
  const side = sideWidth(layout, [...left, ...right], room);
  const inner = Math.max(0, room - 2 * side);
  const parts = {
    left: columnOf(layout, left, side),
    right: columnOf(layout, right, side),
    top: lineSize(layout, top, inner),
    middle: columnOf(layout, middle, inner),
    own: lineSize(layout, own, room),
  };
  const across = Math.max(parts.top.width, parts.middle.width);
  const isGrowing = middle.some((child) => grows(layout, child));
  const width = Math.max(room < Infinity ? room : 0, across + 2 * side, parts.own.width);
  const needed = Math.max(stacked(gap, [parts.top.height, parts.middle.height]), parts.left.height, parts.right.height);
  const below = own.length > 0 ? parts.own.height + gap : 0;
  const block = Math.max(needed, isGrowing ? height - below : 0);
  const size = { width, height: block + below };
  const rects = new Map<string, Rect>();
  const column = Math.max(0, side - gap);
  putColumn(layout, left, { x: 0, y: 0, width: column, height: block }, side, rects);
  putColumn(layout, right, { x: width - column, y: 0, width: column, height: block }, side, rects);
  putLine(layout, top, { x: side, y: 0, width: width - 2 * side, height: parts.top.height }, inner, rects);
  const start = top.length > 0 ? parts.top.height + gap : 0;
  putColumn(layout, middle, { x: side, y: start, width: width - 2 * side, height: block - start }, inner, rects);
  putLine(layout, own, { x: 0, y: block + gap, width, height: parts.own.height }, room, rects);
  return { size, rects };
}

/** A few players get one side each; with many, the sides become columns. */
function sides(others: string[]): { left: string[]; top: string[]; right: string[] } {
  const count = others.length;
  const beside = count < 2 ? 0 : count < 5 ? 1 : count < 9 ? 2 : Math.floor(count / 3);
  return {
    left: others.slice(0, beside).reverse(),
    top: others.slice(beside, count - beside),
    right: others.slice(count - beside),
  };
}

/** The same width on both sides, so that the middle stays centred; includes the gap to the neighbour. */
function sideWidth(layout: Layout, ids: string[], room: number): number {
  if (ids.length === 0) return 0;
  return Math.max(...ids.map((id) => sizeOf(layout, id, SIDE_SHARE * room).width)) + spacing(layout);
}

// Tall layout: the other seats stand above, in as few rows as possible

function overMiddle(layout: Layout, { own, others, middle }: Ring, room: number, height: number): Seated {
  const gap = spacing(layout);
  const lines = linesOf(layout, others, room);
  const above = lines.map((line) => lineSize(layout, line, room));
  const centre = columnOf(layout, middle, room);
  const below = lineSize(layout, own, room);
  const isGrowing = middle.some((child) => grows(layout, child));
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
    putLine(layout, line, { x: 0, y: next(high), width, height: high }, room, rects);
  });
  putColumn(layout, middle, { x: 0, y: next(block), width, height: block }, room, rects);
  putLine(layout, own, { x: 0, y: next(below.height), width, height: below.height }, room, rects);
  return { size: { width, height: Math.max(0, y - gap) }, rects };
}

/** As few rows as possible, of about equal length. An item that fits in no row gets its own. */
function linesOf(layout: Layout, ids: string[], room: number): string[][] {
  for (let rows = 1; rows < ids.length; rows += 1) {
    const lines = inRows(ids, rows);
    if (lines.every((line) => lineSize(layout, line, room).width <= room * (1 + 1e-6))) return lines;
  }
  return ids.map((id) => [id]);
}

function inRows(ids: string[], rows: number): string[][] {
  return Array.from({ length: rows }, (_, row) =>
    ids.slice(Math.ceil((row * ids.length) / rows), Math.ceil(((row + 1) * ids.length) / rows)),
  );
}

// Rows and columns

function spacing(layout: Layout): number {
  return 1.3 * layout.measures.gap;
}

/** The total height of items on top of each other; empty ones get no gap. */
function stacked(gap: number, heights: number[]): number {
  const shown = heights.filter((height) => height > 0);
  return sum(shown) + gap * Math.max(0, shown.length - 1);
}

function columnOf(layout: Layout, ids: string[], room: number): Size {
  const sizes = ids.map((id) => sizeOf(layout, id, room));
  const width = Math.max(0, ...sizes.map((size) => size.width));
  return { width, height: sum(sizes.map(({ height }) => height)) + gaps(layout, ids) };
}

/** Places items side by side, centred and aligned at the top. `room` is the width that they were measured with. */
function putLine(layout: Layout, ids: string[], place: Rect, room: number, rects: Map<string, Rect>): void {
  const sizes = lineSizes(layout, ids, room);
  const gap = layout.measures.gap;
  let x = place.x + (place.width - sum(sizes.map(({ width }) => width)) - gaps(layout, ids)) / 2;
  ids.forEach((id, index) => {
    const { width, height } = sizes[index] ?? { width: 0, height: 0 };
    rects.set(id, { x, y: place.y, width, height });
    x += width + gap;
  });
}

/** Places items below each other. Seats are spread over the height; a growing item takes the rest. */
function putColumn(layout: Layout, ids: string[], place: Rect, room: number, rects: Map<string, Rect>): void {
  const sizes = ids.map((id) => sizeOf(layout, id, room));
  const growers = ids.filter((id) => grows(layout, id)).length;
  const free = place.height - sum(sizes.map(({ height }) => height)) - gaps(layout, ids);
  let y = place.y + (growers > 0 ? 0 : free / 2);
  ids.forEach((id, index) => {
    const size = sizes[index] ?? { width: 0, height: 0 };
    const isGrower = grows(layout, id);
    const [width, height] = isGrower ? [place.width, size.height + free / growers] : [size.width, size.height];
    rects.set(id, { x: place.x + (place.width - width) / 2, y, width, height });
    y += height + layout.measures.gap;
  });
}
