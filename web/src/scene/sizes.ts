// How large everything is, from the leaves up, before anything has its place.
import type { ShownItem } from "../wire";
import { aspectOf } from "./art";
import { aroundOf } from "./around";
import { boardSize } from "./boards";
import { fittedLine, LINE, textWidth, wrapped } from "./textWidth";
import type { Tree } from "./order";
import { buttonWords, labelOf, say } from "./say";
import { sharedWidths, sum } from "./shareWidth";
import { plateWithin, type PlateSize } from "./plate";
import { tableOf } from "./table";
import type { Item, Items, Look, Rect } from "./types";

export interface Size {
  width: number;
  height: number;
}

/** What sizes are reckoned in, in pixels. On a board everything is reckoned in units of the board. */
export interface Measures {
  /** The side of a board's cell. */
  unit: number;
  /** A piece of size 1 that is on no board. */
  hand: number;
  /** The same outside of all boxes that have a unit of their own. */
  base: number;
  font: number;
  gap: number;
  /** The height of a button. */
  button: number;
  /** What should be left of a thing for a finger, if possible. */
  least: number;
  /** The least room of a box with `pan`. */
  pane: Size;
  /** There is so little room that rows are broken and tables are in small print, to keep the rest large enough. */
  cramped: boolean;
}

export interface Stage {
  items: Items;
  tree: Tree;
  look: Look;
  tall: boolean;
  plates: PlateSize;
  measures: Measures;
  sizes: Map<string, Size>;
  boards: Map<string, Board>;
  /** The same stage in boxes whose unit is this. */
  scaled: Map<number, Stage>;
}

/** A grid or free box in its own units: the middle and size of what is on it, and the whole. */
export interface Board {
  bounds: Rect;
  places: Map<string, Rect>;
}

export type Flow = NonNullable<ShownItem["flow"]>;

const WIDEST_TEXT = 26; // letters' sizes: longer lines are hard to read

export function itemOf(stage: Stage, id: string): Item {
  return stage.items[id] ?? {};
}

export function inside(stage: Stage, id: string | null): string[] {
  return stage.tree.get(id) ?? [];
}

export function flowOf(item: ShownItem, tall: boolean): Flow {
  return (tall ? item.tall : null) ?? item.flow ?? "row";
}

/** Takes what room is left: a box with `pan`, and whatever holds one. */
export function grows(stage: Stage, id: string): boolean {
  const item = itemOf(stage, id);
  return item.kind === "box" && (item.pan === true || inside(stage, id).some((child) => grows(stage, child)));
}

/** What an item takes of this width: more than that if it cannot do with less. */
export function sizeOf(stage: Stage, id: string, room: number): Size {
  const key = `${room} ${id}`;
  const known = stage.sizes.get(key);
  if (known) return known;
  const size = measured(stage, id, room);
  stage.sizes.set(key, size);
  return size;
}

function measured(stage: Stage, id: string, room: number): Size {
  const item = itemOf(stage, id);
  switch (item.kind ?? "piece") {
    case "piece":
      return turnedSize(pieceSize(stage, item), item.turn ?? 0);
    case "count":
      return countSize(stage, item);
    case "text":
      return textSize(stage, item, room);
    case "button":
      return buttonSize(stage, item, room);
    case "plate":
      return plateWithin(stage.plates, stage.measures.font, room);
    case "table":
      return tableSize(stage, item, room);
    case "box":
      return boxSize(stage, id, room);
  }
}

export function pieceSize(stage: Stage, item: ShownItem): Size {
  const height = (item.size ?? 1) * stage.measures.hand;
  return { width: height * aspectOf(item.art ?? "", stage.look), height };
}

/** The room that something turned takes; exact for right angles, in every engine. */
export function turnedSize({ width, height }: Size, turn: number): Size {
  const angle = ((turn % 180) + 180) % 180;
  if (angle === 0) return { width, height };
  if (angle === 90) return { width: height, height: width };
  const [sin, cos] = [Math.abs(Math.sin((angle * Math.PI) / 180)), Math.abs(Math.cos((angle * Math.PI) / 180))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

function countSize(stage: Stage, item: ShownItem): Size {
  const { width, height } = pieceSize(stage, item);
  const peek = height * COUNT_PEEK;
  return { width: width + peek, height: height + peek };
}

/** How much of the cards below shows in a counted pile, as a part of their height. */
export const COUNT_PEEK = 0.08;

function textSize(stage: Stage, item: ShownItem, room: number): Size {
  const { font } = stage.measures;
  const strong = item.strong === true;
  const pad = item.seat === undefined || item.seat === null ? 0 : SEAT_MARK * font;
  if (item.fit) return { width: fitWidth(stage, item, room - pad) + pad, height: LINE * font };
  const lines = wrapped(say(item.text ?? "", stage.look.texts), font, Math.min(room, WIDEST_TEXT * font), strong);
  return {
    width: Math.max(...lines.map((line) => textWidth(line, font, strong))) + pad,
    height: lines.length * LINE * font,
  };
}

/** What a text that fits takes of the room: no more than it may, and always enough for a few letters. */
function fitWidth(stage: Stage, item: ShownItem, room: number): number {
  const { font, hand } = stage.measures;
  const strong = item.strong === true;
  const most = Math.max(LEAST_FIT * font, Math.min(room, (item.fit ?? 0) * hand));
  const line = fittedLine(say(item.text ?? "", stage.look.texts), font, most, strong);
  return textWidth(line.words, line.font, strong);
}

/** The width that a text has in any case, in letters' sizes. */
const LEAST_FIT = 3;

/** The coloured mark before a text that belongs to a seat, in letters' sizes. */
export const SEAT_MARK = 1.1;

function buttonSize(stage: Stage, item: ShownItem, room: number): Size {
  const { font, button } = stage.measures;
  const natural = textWidth(buttonWords(item, stage.look.texts), font, true) + BUTTON_PAD * font;
  return { width: Math.max(button, Math.min(natural, Math.max(room, LEAST_BUTTON * font))), height: button };
}

/** What a button has beside its words, and how wide it is at least if its words are long, in letters' sizes. */
export const BUTTON_PAD = 1.8;
const LEAST_BUTTON = 6;

function tableSize(stage: Stage, item: ShownItem, room: number): Size {
  const { width, height } = tableOf(item, stage.look, tableFont(stage, item, room), room);
  return { width, height };
}

/** The size of a table's letters in this room: small print where there is little of it. */
export function tableFont(stage: Stage, item: ShownItem, room: number): number {
  const { font, cramped } = stage.measures;
  return cramped ? font * Math.min(1, Math.max(0.7, room / tableOf(item, stage.look, font).width)) : font;
}

/** What a box has around its content. */
export function padding(stage: Stage, id: string): { side: number; top: number; bottom: number } {
  const item = itemOf(stage, id);
  // What can be panned goes on under its frame.
  if (item.frame !== true || item.pan === true) return { side: 0, top: 0, bottom: 0 };
  const side = 0.7 * stage.measures.font;
  return { side, top: side + (labelOf(id, item, stage.look) ? CAPTION * stage.measures.font : 0), bottom: side };
}

/** The height of a caption, in letters' sizes. */
export const CAPTION = 1.4;

function boxSize(stage: Stage, id: string, room: number): Size {
  const item = itemOf(stage, id);
  const { side, top, bottom } = padding(stage, id);
  const inner = Math.max(0, room - 2 * side);
  const content = contentSize(stage, id, inner);
  const caption = item.frame === true ? textWidth(labelOf(id, item, stage.look), 0.85 * stage.measures.font, true) : 0;
  // A caption that is too long is shortened.
  return { width: Math.max(content.width, Math.min(caption, inner)) + 2 * side, height: content.height + top + bottom };
}

function isStrewn(item: ShownItem, stage: Stage): boolean {
  const flow = flowOf(item, stage.tall);
  return item.extent !== undefined && (flow === "free" || flow === "grid");
}

export function contentSize(around: Stage, id: string, room: number): Size {
  const item = itemOf(around, id);
  if (item.pan === true) return paneSize(around, room);
  const stage = within(around, item);
  const ids = inside(stage, id);
  if (ids.length === 0 && !isStrewn(item, stage)) {
    const [wide, high] = item.extent ?? [0.7, 1];
    return { width: wide * stage.measures.hand, height: high * stage.measures.hand };
  }
  return flowSize(stage, flowOf(item, stage.tall), id, ids, room);
}

/** The stage for what is in a box, whose unit may be its own. */
export function within(stage: Stage, item: ShownItem): Stage {
  const unit = item.unit;
  if (!unit) return stage;
  let scaled = stage.scaled.get(unit);
  if (!scaled) {
    scaled = { ...stage, measures: { ...stage.measures, hand: unit * stage.measures.base }, sizes: new Map() };
    stage.scaled.set(unit, scaled);
  }
  return scaled;
}

function paneSize(stage: Stage, room: number): Size {
  const { pane } = stage.measures;
  return { width: Math.min(room, pane.width), height: pane.height };
}

export function flowSize(stage: Stage, flow: Flow, id: string, ids: string[], room: number): Size {
  switch (flow) {
    case "row":
      return linesSize(stage, rowLines(stage, ids, room), room);
    case "wrap":
      return linesSize(stage, wrappedLines(stage, ids, room), room);
    case "column":
      return columnSize(stage, ids, room);
    case "fan":
      return fanOf(stage, ids, room).size;
    case "stack":
      return stackOf(stage, ids, room).size;
    case "around":
      return aroundOf(stage, id, room).size;
    case "grid":
    case "free":
      return boardSize(stage, id, room);
  }
}

function columnSize(stage: Stage, ids: string[], room: number): Size {
  const sizes = ids.map((id) => sizeOf(stage, id, room));
  return { width: widest(sizes), height: sum(sizes.map(({ height }) => height)) + gaps(stage, ids) };
}

/** The lines of a row: one, or several where there is no other way. */
export function rowLines(stage: Stage, ids: string[], room: number): string[][] {
  if (!stage.measures.cramped || ids.some((id) => itemOf(stage, id).kind === "box")) return [ids];
  return wrappedLines(stage, ids, room);
}

/** As few lines as fit, and of about the same length. */
export function wrappedLines(stage: Stage, ids: string[], room: number): string[][] {
  const widths = ids.map((id) => sizeOf(stage, id, room).width);
  const fewest = linesWithin(stage, ids, widths, room);
  if (fewest.length < 2) return fewest;
  const total = sum(widths) + gaps(stage, ids);
  for (let width = total / fewest.length; width < room; width += total / 50) {
    const lines = linesWithin(stage, ids, widths, width);
    if (lines.length === fewest.length) return lines;
  }
  return fewest;
}

function linesWithin(stage: Stage, ids: string[], widths: number[], room: number): string[][] {
  const { gap } = stage.measures;
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

/** A part of a gap by which sums of the same widths may differ. */
const SLACK = 0.001;

function linesSize(stage: Stage, lines: string[][], room: number): Size {
  const sizes = lines.map((line) => lineSize(stage, line, room));
  return {
    width: widest(sizes),
    height: sum(sizes.map(({ height }) => height)) + stage.measures.gap * Math.max(0, lines.length - 1),
  };
}

export function lineSize(stage: Stage, ids: string[], room: number): Size {
  const sizes = lineSizes(stage, ids, room);
  return {
    width: sum(sizes.map(({ width }) => width)) + gaps(stage, ids),
    height: Math.max(0, ...sizes.map(({ height }) => height)),
  };
}

export function lineSizes(stage: Stage, ids: string[], room: number): Size[] {
  const widths = shares(stage, ids, room);
  return ids.map((id, index) => sizeOf(stage, id, widths[index] ?? room));
}

/** How much of the room each gets: what it wants, or else what is left after those that want less than their share. */
function shares(stage: Stage, ids: string[], room: number): number[] {
  const natural = ids.map((id) => sizeOf(stage, id, Infinity).width);
  const growing = ids.map((id) => grows(stage, id));
  const left = room - gaps(stage, ids);
  const beside = growing.includes(true) ? SIDE_SHARE * left : left;
  const others = ids.filter((_, index) => !growing[index]);
  const wanted = sum(natural.filter((_, index) => !growing[index]));
  if (sum(natural) <= left * (1 + 1e-6) && wanted <= beside * (1 + 1e-6)) return natural;
  const least = others.map((id) => sizeOf(stage, id, 0).width);
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

/** What stands beside a box with `pan` in a row takes no more than this part of it, if it can do with that. */
const SIDE_SHARE = 0.36;

export interface Strewn {
  size: Size;
  /** The middle of each, from the upper left corner. */
  middles: { x: number; y: number }[];
}

/** Overlapping, in one row or two, so that they fit and a finger can hit each; in more rows where there is no other way. */
export function fanOf(stage: Stage, ids: string[], room: number): Strewn {
  const sizes = ids.map((id) => sizeOf(stage, id, room));
  const { width, height } = { width: widest(sizes), height: Math.max(0, ...sizes.map((size) => size.height)) };
  const { gap, least } = stage.measures;
  const tightest = Math.min(width, Math.max(least, FAN_SHOWS * width));
  const fits = (count: number): boolean => width + (count - 1) * tightest <= room * (1 + 1e-6);
  const most = stage.measures.cramped ? ids.length : Math.min(ids.length, FAN_ROWS);
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

/** So many rows of large cards are better than one of small ones. */
const FAN_ROWS = 2;

/** How much of a card in a fan shows at least, as a part of its width: its corner. */
const FAN_SHOWS = 0.27;

/** On top of each other, the edges of those below in sight. */
export function stackOf(stage: Stage, ids: string[], room: number): Strewn {
  const sizes = ids.map((id) => sizeOf(stage, id, room));
  const { width, height } = { width: widest(sizes), height: Math.max(0, ...sizes.map((size) => size.height)) };
  const step = Math.min(0.08 * height, (0.4 * height) / Math.max(1, ids.length - 1));
  const deep = step * Math.max(0, ids.length - 1);
  const middles = ids.map((_, index) => ({ x: width / 2 + index * step, y: height / 2 + index * step }));
  return { size: { width: width + deep, height: height + deep }, middles };
}

export function gaps(stage: Stage, ids: string[]): number {
  return stage.measures.gap * Math.max(0, ids.length - 1);
}

function widest(sizes: Size[]): number {
  return Math.max(0, ...sizes.map(({ width }) => width));
}
