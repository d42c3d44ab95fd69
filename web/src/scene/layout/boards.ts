// Grids and free boxes. They measure in their own units, so everything on them scales together.
import type { ShownItem } from "../../wire";
import { placeOf } from "./order";
import { flowOf, inside, itemOf, sizeOf, type Board, type Size, type Layout } from "./sizes";
import type { Rect } from "../types";

export function boardSize(layout: Layout, id: string, room: number): Size {
  const { bounds } = boardOf(layout, id);
  const most = largestCell(layout, id);
  const scale = itemOf(layout, id).unit ? most : Math.min(most, Math.max(room / bounds.width, layout.measures.least));
  return { width: bounds.width * scale, height: bounds.height * scale };
}

/** The largest side of a cell; always this size if the board sets its unit. */
export function largestCell({ items, measures }: Layout, id: string): number {
  const unit = items[id]?.unit;
  return unit ? unit * measures.base : measures.unit;
}

/** The same layout for the items of a board whose unit has this many pixels. */
export function onBoard(layout: Layout, unit: number): Layout {
  const pane = { width: 4 * unit, height: 4 * unit };
  const measures = {
    unit,
    hand: unit,
    base: unit,
    font: 0.34 * unit,
    gap: 0.08 * unit,
    button: 0.8 * unit,
    least: 0,
    pane,
    cramped: false,
  };
  return { ...layout, measures, sizes: new Map(), scaled: new Map() };
}

export function boardOf(layout: Layout, id: string): Board {
  const known = layout.boards.get(id);
  if (known) return known;
  const board = measuredBoard(layout, id);
  layout.boards.set(id, board);
  return board;
}

function measuredBoard(layout: Layout, id: string): Board {
  const units = onBoard(layout, 1);
  const isGrid = flowOf(itemOf(layout, id), layout.tall) === "grid";
  const places = new Map<string, Rect>();
  const cells: Rect[] = [];
  const later: string[] = [];
  for (const child of inside(layout, id)) {
    const where = placeOf(child, itemOf(layout, child));
    if (where === null) {
      later.push(child);
      continue;
    }
    const [x, y] = typeof where === "number" ? [where, 0] : where;
    places.set(child, { x, y, ...sizeOf(units, child, Infinity) });
    cells.push(around(x, y, 1, 1));
  }
  addRow(units, later, places);
  const taken = [...places.values()].map(({ x, y, width, height }) => around(x, y, width, height));
  return { bounds: union([...taken, ...(isGrid ? cells : []), ...extentOf(itemOf(layout, id), isGrid)]), places };
}

/** Puts items without a place on the board into a row below it. */
function addRow(units: Layout, ids: string[], places: Map<string, Rect>): void {
  const above = union([...places.values()].map(({ x, y, width, height }) => around(x, y, width, height)));
  let x = above.x;
  for (const id of ids) {
    const size = sizeOf(units, id, Infinity);
    places.set(id, { x: x + size.width / 2, y: above.y + above.height + 0.1 + size.height / 2, ...size });
    x += size.width + 0.1;
  }
}

function extentOf(item: ShownItem, isGrid: boolean): Rect[] {
  if (!item.extent) return [];
  const [width, height] = item.extent;
  const corner = isGrid ? -0.5 : 0;
  return [{ x: corner, y: corner, width, height }];
}

function around(x: number, y: number, width: number, height: number): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The bounding rectangle; for an empty list, the cell at the origin. */
export function union(rects: Rect[]): Rect {
  if (rects.length === 0) return around(0, 0, 1, 1);
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const width = Math.max(...rects.map((rect) => rect.x + rect.width)) - x;
  const height = Math.max(...rects.map((rect) => rect.y + rect.height)) - y;
  return { x, y, width: Math.max(width, 0.1), height: Math.max(height, 0.1) };
}
