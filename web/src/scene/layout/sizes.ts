// Computes the sizes of all items, from the leaves up, before they get their places.
import type { ShownItem } from "../../wire";
import { aspectOf } from "../drawing/art";
import { aroundOf } from "./around";
import { boardSize } from "./boards";
import { fittedLine, LINE, textWidth, wrapped } from "./textWidth";
import type { Tree } from "./order";
import { buttonWords, labelOf, say } from "../say";
import { sharedWidths, sum } from "./shareWidth";
import { plateWithin, type PlateSize } from "./plate";
import { tableOf } from "./table";
import type { Item, Items, Look, Rect } from "../types";

export interface Size {
  width: number;
  height: number;
}

/** The base lengths, in pixels; on a board, in units of the board. */
export interface Measures {
  /** The side of a board's cell. */
  unit: number;
  /** The side of a piece of size 1 that is not on a board. */
  hand: number;
  /** The same outside all boxes with their own unit. */
  base: number;
  font: number;
  gap: number;
  /** The height of a button. */
  button: number;
  /** Minimum visible part of an item that a finger can hit, if possible. */
  least: number;
  /** Minimum size of a box with `pan`. */
  pane: Size;
  /** The room is so small that rows are broken and tables get small print, to keep other items large enough. */
  cramped: boolean;
}

export interface Layout {
  items: Items;
  tree: Tree;
  look: Look;
  tall: boolean;
  plates: PlateSize;
  measures: Measures;
  /** By id and room. A key that is made of both as text takes an embedded engine longer than many of the sizes. */
  sizes: Map<string, Map<number, Size>>;
  boards: Map<string, Board>;
  /** Whether an item grows, by id: the same in every size. */
  growing: Map<string, boolean>;
  /** Copies of this layout for boxes with other units. */
  scaled: Map<number, Layout>;
}

/** A grid or free box in its own units: the centre and size of each item, and the bounds of all. */
export interface Board {
  bounds: Rect;
  places: Map<string, Rect>;
}

export type Flow = NonNullable<ShownItem["flow"]>;

const WIDEST_TEXT = 26; // in letter sizes; longer lines are hard to read

export function itemOf(layout: Layout, id: string): Item {
  return layout.items[id] ?? {};
}

export function inside(layout: Layout, id: string | null): string[] {
  return layout.tree.get(id) ?? [];
}

export function flowOf(item: ShownItem, tall: boolean): Flow {
  return (tall ? item.tall : null) ?? item.flow ?? "row";
}

/** Whether the item takes the remaining room: a box with `pan`, or a box that contains one. */
export function grows(layout: Layout, id: string): boolean {
  let known = layout.growing.get(id);
  if (known === undefined) {
    const item = itemOf(layout, id);
    known = item.kind === "box" && (item.pan === true || inside(layout, id).some((child) => grows(layout, child)));
    layout.growing.set(id, known);
  }
  return known;
}

/** The size of an item for this width. It may be wider than that if it cannot be narrower. */
export function sizeOf(layout: Layout, id: string, room: number): Size {
  let byRoom = layout.sizes.get(id);
  if (!byRoom) {
    byRoom = new Map();
    layout.sizes.set(id, byRoom);
  }
  let size = byRoom.get(room);
  if (!size) {
    size = measured(layout, id, room);
    byRoom.set(room, size);
  }
  return size;
}

function measured(layout: Layout, id: string, room: number): Size {
  const item = itemOf(layout, id);
  switch (item.kind ?? "piece") {
    case "piece":
      return turnedSize(pieceSize(layout, item), item.turn ?? 0);
    case "count":
      return countSize(layout, item);
    case "text":
      return textSize(layout, item, room);
    case "button":
      return buttonSize(layout, item, room);
    case "plate":
      return plateWithin(layout.plates, layout.measures.font, room);
    case "table":
      return tableSize(layout, item, room);
    case "box":
      return boxSize(layout, id, room);
  }
}

export function pieceSize(layout: Layout, item: ShownItem): Size {
  const height = (item.size ?? 1) * layout.measures.hand;
  return { width: height * aspectOf(item.art ?? "", layout.look), height };
}

/** The size of a turned item; exact for right angles, in every engine. */
export function turnedSize({ width, height }: Size, turn: number): Size {
  const angle = ((turn % 180) + 180) % 180;
  if (angle === 0) return { width, height };
  if (angle === 90) return { width: height, height: width };
  const [sin, cos] = [Math.abs(Math.sin((angle * Math.PI) / 180)), Math.abs(Math.cos((angle * Math.PI) / 180))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

function countSize(layout: Layout, item: ShownItem): Size {
  const { width, height } = pieceSize(layout, item);
  const peek = height * COUNT_PEEK;
  return { width: width + peek, height: height + peek };
}

/** The visible part of the cards below in a counted pile, as a part of their height. */
export const COUNT_PEEK = 0.08;

function textSize(layout: Layout, item: ShownItem, room: number): Size {
  const { font } = layout.measures;
  const strong = item.strong === true;
  const pad = item.seat === undefined || item.seat === null ? 0 : SEAT_MARK * font;
  if (item.fit) return { width: fitWidth(layout, item, room - pad) + pad, height: LINE * font };
  const lines = wrapped(say(item.text ?? "", layout.look.texts), font, Math.min(room, WIDEST_TEXT * font), strong);
  return {
    width: Math.max(...lines.map((line) => textWidth(line, font, strong))) + pad,
    height: lines.length * LINE * font,
  };
}

/** The width of a shrinkable text: at most the room, but enough for a few letters. */
function fitWidth(layout: Layout, item: ShownItem, room: number): number {
  const { font, hand } = layout.measures;
  const strong = item.strong === true;
  const most = Math.max(LEAST_FIT * font, Math.min(room, (item.fit ?? 0) * hand));
  const line = fittedLine(say(item.text ?? "", layout.look.texts), font, most, strong);
  return textWidth(line.words, line.font, strong);
}

/** Minimum width of such a text, in letter sizes. */
const LEAST_FIT = 3;

/** The width of the coloured mark before a seat's text, in letter sizes. */
export const SEAT_MARK = 1.1;

function buttonSize(layout: Layout, item: ShownItem, room: number): Size {
  const { font, button } = layout.measures;
  const natural = textWidth(buttonWords(item, layout.look.texts), font, true) + BUTTON_PAD * font;
  return { width: Math.max(button, Math.min(natural, Math.max(room, LEAST_BUTTON * font))), height: button };
}

/** Padding of a button, and its minimum width if its text is long, in letter sizes. */
export const BUTTON_PAD = 1.8;
const LEAST_BUTTON = 6;

function tableSize(layout: Layout, item: ShownItem, room: number): Size {
  const { width, height } = tableOf(item, layout.look, tableFont(layout, item, room), room);
  return { width, height };
}

/** The letter size of a table in this room: small print if there is little room. */
export function tableFont(layout: Layout, item: ShownItem, room: number): number {
  const { font, cramped } = layout.measures;
  return cramped ? font * Math.min(1, Math.max(0.7, room / tableOf(item, layout.look, font).width)) : font;
}

/** The padding around the contents of a box. */
export function padding(layout: Layout, id: string): { side: number; top: number; bottom: number } {
  const item = itemOf(layout, id);
  // Contents that can be panned continue under the frame.
  if (item.frame !== true || item.pan === true) return { side: 0, top: 0, bottom: 0 };
  const side = 0.7 * layout.measures.font;
  return { side, top: side + (labelOf(id, item, layout.look) ? CAPTION * layout.measures.font : 0), bottom: side };
}

/** The height of a caption, in letter sizes. */
export const CAPTION = 1.4;

function boxSize(layout: Layout, id: string, room: number): Size {
  const item = itemOf(layout, id);
  const { side, top, bottom } = padding(layout, id);
  const inner = Math.max(0, room - 2 * side);
  const content = contentSize(layout, id, inner);
  const caption =
    item.frame === true ? textWidth(labelOf(id, item, layout.look), 0.85 * layout.measures.font, true) : 0;
  // A long caption is shortened.
  return { width: Math.max(content.width, Math.min(caption, inner)) + 2 * side, height: content.height + top + bottom };
}

function isStrewn(item: ShownItem, layout: Layout): boolean {
  const flow = flowOf(item, layout.tall);
  return item.extent !== undefined && (flow === "free" || flow === "grid");
}

export function contentSize(around: Layout, id: string, room: number): Size {
  const item = itemOf(around, id);
  if (item.pan === true) return paneSize(around, room);
  const layout = within(around, item);
  const ids = inside(layout, id);
  if (ids.length === 0 && !isStrewn(item, layout)) {
    const [wide, high] = item.extent ?? [0.7, 1];
    return { width: wide * layout.measures.hand, height: high * layout.measures.hand };
  }
  return flowSize(layout, flowOf(item, layout.tall), id, ids, room);
}

/** The layout for the contents of a box, which may have its own unit. */
export function within(layout: Layout, item: ShownItem): Layout {
  const unit = item.unit;
  if (!unit) return layout;
  let scaled = layout.scaled.get(unit);
  if (!scaled) {
    scaled = { ...layout, measures: { ...layout.measures, hand: unit * layout.measures.base }, sizes: new Map() };
    layout.scaled.set(unit, scaled);
  }
  return scaled;
}

function paneSize(layout: Layout, room: number): Size {
  const { pane } = layout.measures;
  return { width: Math.min(room, pane.width), height: pane.height };
}

export function flowSize(layout: Layout, flow: Flow, id: string, ids: string[], room: number): Size {
  switch (flow) {
    case "row":
      return linesSize(layout, rowLines(layout, ids, room), room);
    case "wrap":
      return linesSize(layout, wrappedLines(layout, ids, room), room);
    case "column":
      return columnSize(layout, ids, room);
    case "fan":
      return fanOf(layout, ids, room).size;
    case "stack":
      return stackOf(layout, ids, room).size;
    case "around":
      return aroundOf(layout, id, room).size;
    case "grid":
    case "free":
      return boardSize(layout, id, room);
  }
}

function columnSize(layout: Layout, ids: string[], room: number): Size {
  const sizes = ids.map((id) => sizeOf(layout, id, room));
  return { width: widest(sizes), height: sum(sizes.map(({ height }) => height)) + gaps(layout, ids) };
}

/** The lines of a row: one, or several if one does not fit. */
export function rowLines(layout: Layout, ids: string[], room: number): string[][] {
  if (!layout.measures.cramped || ids.some((id) => itemOf(layout, id).kind === "box")) return [ids];
  return wrappedLines(layout, ids, room);
}

/** As few lines as possible, of about equal length. */
export function wrappedLines(layout: Layout, ids: string[], room: number): string[][] {
  const widths = ids.map((id) => sizeOf(layout, id, room).width);
  const fewest = linesWithin(layout, ids, widths, room);
  if (fewest.length < 2) return fewest;
  const total = sum(widths) + gaps(layout, ids);
  for (let width = total / fewest.length; width < room; width += total / 50) {
    const lines = linesWithin(layout, ids, widths, width);
    if (lines.length === fewest.length) return lines;
  }
  return fewest;
}

function linesWithin(layout: Layout, ids: string[], widths: number[], room: number): string[][] {
  const { gap } = layout.measures;
  const lines: string[][] = [];
  let left = -1;
  ids.forEach((id, index) => {
    const width = widths[index] ?? 0;
    if (left < width - SLACK * gap) {
      lines.push([]);
      left = room;
    }
    lines[lines.length - 1]?.push(id);
    left -= width + gap;
  });
  return lines;
}

/** Tolerance for different sums of the same widths, as a part of a gap. */
const SLACK = 0.001;

function linesSize(layout: Layout, lines: string[][], room: number): Size {
  const sizes = lines.map((line) => lineSize(layout, line, room));
  return {
    width: widest(sizes),
    height: sum(sizes.map(({ height }) => height)) + layout.measures.gap * Math.max(0, lines.length - 1),
  };
}

export function lineSize(layout: Layout, ids: string[], room: number): Size {
  const sizes = lineSizes(layout, ids, room);
  return {
    width: sum(sizes.map(({ width }) => width)) + gaps(layout, ids),
    height: Math.max(0, ...sizes.map(({ height }) => height)),
  };
}

export function lineSizes(layout: Layout, ids: string[], room: number): Size[] {
  const widths = shares(layout, ids, room);
  return ids.map((id, index) => sizeOf(layout, id, widths[index] ?? room));
}

/** The width for each item: what it wants; if that is too much, the widest ones share what the others leave. */
function shares(layout: Layout, ids: string[], room: number): number[] {
  const natural = ids.map((id) => sizeOf(layout, id, Infinity).width);
  const growing = ids.map((id) => grows(layout, id));
  const left = room - gaps(layout, ids);
  const beside = growing.includes(true) ? SIDE_SHARE * left : left;
  const others = ids.filter((_, index) => !growing[index]);
  const wanted = sum(natural.filter((_, index) => !growing[index]));
  if (sum(natural) <= left * (1 + 1e-6) && wanted <= beside * (1 + 1e-6)) return natural;
  const least = others.map((id) => sizeOf(layout, id, 0).width);
  const limit = Math.max(beside, sum(least));
  const shared = sharedWidths(
    natural.filter((_, index) => !growing[index]),
    least,
    limit,
  );
  const rest = left - sum(shared);
  const growers = Math.max(1, ids.length - others.length);
  return growing.map((grower) => (grower ? Math.max(0, rest / growers) : (shared.shift() ?? 0)));
}

/** Maximum part of the width for items beside a box with `pan`, if they can be that small. */
const SIDE_SHARE = 0.36;

export interface Strewn {
  size: Size;
  /** The centre of each item, from the upper left corner. */
  middles: { x: number; y: number }[];
}

/** Overlapping cards in one or two rows, so that a finger can hit each; in more rows only if nothing else fits. */
export function fanOf(layout: Layout, ids: string[], room: number): Strewn {
  const sizes = ids.map((id) => sizeOf(layout, id, room));
  const { width, height } = { width: widest(sizes), height: Math.max(0, ...sizes.map((size) => size.height)) };
  const { gap, least } = layout.measures;
  const tightest = Math.min(width, Math.max(least, FAN_SHOWS * width));
  const fits = (count: number): boolean => width + (count - 1) * tightest <= room * (1 + 1e-6);
  const most = layout.measures.cramped ? ids.length : Math.min(ids.length, FAN_ROWS);
  let rows = 1;
  while (rows < most && !fits(Math.ceil(ids.length / rows))) rows += 1;
  const perRow = Math.max(1, Math.ceil(ids.length / rows));
  const step = perRow === 1 ? 0 : Math.min(width + 0.4 * gap, Math.max(tightest, (room - width) / (perRow - 1)));
  const middles = ids.map((_, index) => ({
    x: width / 2 + (index % perRow) * step,
    y: height / 2 + Math.floor(index / perRow) * (height + gap),
  }));
  return { size: { width: width + (perRow - 1) * step, height: rows * height + (rows - 1) * gap }, middles };
}

/** Up to this number of rows, more rows of large cards are better than one row of small ones. */
const FAN_ROWS = 2;

/** The visible part of a card in a fan, as a part of its width: its corner. */
const FAN_SHOWS = 0.27;

/** A stack, with the edges of the lower items visible. */
export function stackOf(layout: Layout, ids: string[], room: number): Strewn {
  const sizes = ids.map((id) => sizeOf(layout, id, room));
  const { width, height } = { width: widest(sizes), height: Math.max(0, ...sizes.map((size) => size.height)) };
  const step = Math.min(0.08 * height, (0.4 * height) / Math.max(1, ids.length - 1));
  const deep = step * Math.max(0, ids.length - 1);
  const middles = ids.map((_, index) => ({ x: width / 2 + index * step, y: height / 2 + index * step }));
  return { size: { width: width + deep, height: height + deep }, middles };
}

export function gaps(layout: Layout, ids: string[]): number {
  return layout.measures.gap * Math.max(0, ids.length - 1);
}

function widest(sizes: Size[]): number {
  return Math.max(0, ...sizes.map(({ width }) => width));
}
