// Computes the layout with pure arithmetic: the same numbers in a browser and in an embedded engine.
import { aroundOf } from "./around";
import { boardOf, largestCell, onBoard, union } from "./boards";
import { rounded } from "../compat";
import { sum } from "./shareWidth";
import {
  fanOf,
  flowOf,
  gaps,
  grows,
  inside,
  itemOf,
  lineSizes,
  padding,
  pieceSize,
  rowLines,
  sizeOf,
  stackOf,
  tableFont,
  turnedSize,
  within,
  wrappedLines,
  type Flow,
  type Size,
  type Layout,
  type Strewn,
} from "./sizes";
import { rootFlow, layoutFor } from "./scale";
import type { Items, Look, Placed, Rect, Viewport, Zoom } from "../types";
import { fitted } from "./zoom";

/** Every item's place in the viewport, in scene order, parents first. Nothing is outside but what a box pans. */
export function place(items: Items, look: Look, viewport: Viewport): Placed[] {
  const { layout, room } = layoutFor(items, look, viewport);
  const out: Placed[] = [];
  const root: Spot = { layout, zooms: viewport.zooms ?? {}, out, parent: null, inside: null };
  arrange(root, rootFlow(layout), inside(layout, null), room, false);
  return shrunk(out, viewport).map(roundedPlace);
}

/** The places of an offer's ghosts; everything else stays where it is. */
export function placeGhosts(items: Items, ghosts: Items, look: Look, viewport: Viewport): Placed[] {
  const zooms: Record<string, Zoom> = {};
  for (const { id, zoom } of place(items, look, viewport)) if (zoom) zooms[id] = zoom;
  const all = place({ ...items, ...ghosts }, look, { ...viewport, zooms: { ...zooms, ...viewport.zooms } });
  return all.filter(({ id }) => id in ghosts);
}

/** The position while the layout goes down through the boxes. */
interface Spot {
  layout: Layout;
  zooms: Record<string, Zoom>;
  out: Placed[];
  parent: string | null;
  inside: string | null;
}

function put(spot: Spot, id: string, rect: Rect): void {
  const item = itemOf(spot.layout, id);
  if (item.kind === "box") putBox(spot, id, rect);
  else
    spot.out.push({
      id,
      item,
      parent: spot.parent,
      ...leafRect(spot.layout, id, rect),
      turn: item.turn ?? 0,
      inside: spot.inside,
    });
}

/** A leaf at its own size, centred in its room. */
function leafRect(layout: Layout, id: string, rect: Rect): Rect & { font: number } {
  const item = itemOf(layout, id);
  const { font } = layout.measures;
  if ((item.kind ?? "piece") === "piece") return { ...middle(rect, pieceSize(layout, item)), font };
  return { ...rect, font: item.kind === "table" ? tableFont(layout, item, rect.width) : font };
}

function putBox(spot: Spot, id: string, rect: Rect): void {
  const { layout } = spot;
  const item = itemOf(layout, id);
  const box: Placed = {
    id,
    item,
    parent: spot.parent,
    ...rect,
    turn: 0,
    inside: spot.inside,
    font: layout.measures.font,
  };
  spot.out.push(box);
  const { side, top, bottom } = padding(layout, id);
  const content = {
    x: rect.x + side,
    y: rect.y + top,
    width: rect.width - 2 * side,
    height: rect.height - top - bottom,
  };
  const inner: Spot = { ...spot, layout: within(layout, item), parent: id };
  const flow = flowOf(item, layout.tall);
  if (item.pan === true) arrangePane(inner, box, content);
  else if (flow === "grid" || flow === "free") arrangeBoard(inner, id, content);
  else if (flow === "around") arrangeAround(inner, id, content);
  else arrange(inner, flow, inside(layout, id), content, item.frame === true);
}

function arrange(spot: Spot, flow: Flow, ids: string[], rect: Rect, framed: boolean): void {
  const { layout } = spot;
  switch (flow) {
    case "row":
      arrangeLines(spot, rowLines(layout, ids, rect.width), rect);
      return;
    case "wrap":
      arrangeLines(spot, wrappedLines(layout, ids, rect.width), rect);
      return;
    case "column":
      arrangeColumn(spot, ids, rect, framed);
      return;
    case "fan":
      arrangeStrewn(spot, ids, fanOf(layout, ids, rect.width), rect);
      return;
    case "stack":
      arrangeStrewn(spot, ids, stackOf(layout, ids, rect.width), rect);
      return;
    case "around":
    case "grid":
    case "free":
      return;
  }
}

function arrangeLines(spot: Spot, lines: string[][], rect: Rect): void {
  const { layout } = spot;
  const only = lines.length === 1;
  const sizes = lines.map((line) => lineSizes(layout, line, rect.width));
  const heights = sizes.map((line) => Math.max(0, ...line.map(({ height }) => height)));
  let y = rect.y + (rect.height - sum(heights) - layout.measures.gap * Math.max(0, lines.length - 1)) / 2;
  lines.forEach((line, index) => {
    const height = heights[index] ?? 0;
    arrangeLine(spot, line, sizes[index] ?? [], only ? rect : { ...rect, y, height });
    y += height + layout.measures.gap;
  });
}

/** Side by side: centred in the room, or over the whole width if an item grows. */
function arrangeLine(spot: Spot, ids: string[], sizes: Size[], rect: Rect): void {
  const { layout } = spot;
  const growers = ids.filter((id) => grows(layout, id)).length;
  const free = rect.width - sum(sizes.map(({ width }) => width)) - gaps(layout, ids);
  const tallest = Math.max(0, ...sizes.map(({ height }) => height));
  let x = rect.x + (growers > 0 ? 0 : free / 2);
  ids.forEach((id, index) => {
    const size = sizes[index] ?? { width: 0, height: 0 };
    const width = size.width + (grows(layout, id) ? free / growers : 0);
    const height = grows(layout, id) ? rect.height : isFramed(layout, id) ? tallest : size.height;
    put(spot, id, { x, y: rect.y + (rect.height - height) / 2, width, height });
    x += width + layout.measures.gap;
  });
}

function arrangeColumn(spot: Spot, ids: string[], rect: Rect, framed: boolean): void {
  const { layout } = spot;
  const sizes = ids.map((id) => sizeOf(layout, id, rect.width));
  const growers = ids.filter((id) => grows(layout, id)).length;
  const free = rect.height - sum(sizes.map(({ height }) => height)) - gaps(layout, ids);
  const common = growers > 0 ? rect.width : Math.max(0, ...sizes.map(({ width }) => width));
  let y = rect.y + (growers > 0 ? 0 : free / 2);
  ids.forEach((id, index) => {
    const size = sizes[index] ?? { width: 0, height: 0 };
    const height = size.height + (grows(layout, id) ? free / growers : 0);
    const width = grows(layout, id) ? rect.width : isFramed(layout, id) ? common : size.width;
    const isLeft = framed && itemOf(layout, id).kind === "text";
    put(spot, id, { x: isLeft ? rect.x : rect.x + (rect.width - width) / 2, y, width, height });
    y += height + layout.measures.gap;
  });
}

function isFramed(layout: Layout, id: string): boolean {
  const item = itemOf(layout, id);
  return item.kind === "box" && item.frame === true;
}

function arrangeStrewn(spot: Spot, ids: string[], strewn: Strewn, rect: Rect): void {
  const whole = middle(rect, strewn.size);
  ids.forEach((id, index) => {
    const { x, y } = strewn.middles[index] ?? { x: 0, y: 0 };
    put(spot, id, around(whole.x + x, whole.y + y, sizeOf(spot.layout, id, rect.width)));
  });
}

function arrangeAround(spot: Spot, id: string, rect: Rect): void {
  const { size, rects } = aroundOf(spot.layout, id, rect.width, rect.height);
  const whole = middle(rect, size);
  for (const child of inside(spot.layout, id)) {
    const own = rects.get(child);
    if (own) put(spot, child, { ...own, x: whole.x + own.x, y: whole.y + own.y });
  }
}

function arrangeBoard(spot: Spot, id: string, rect: Rect): void {
  const { bounds } = boardOf(spot.layout, id);
  const zoom = fitted(bounds, rect, largestCell(spot.layout, id));
  putOnBoard(spot, id, rect, zoom);
}

function putOnBoard(spot: Spot, id: string, rect: Rect, { scale, x, y }: Zoom): void {
  const { places } = boardOf(spot.layout, id);
  const board: Spot = { ...spot, layout: onBoard(spot.layout, scale) };
  const [left, top] = [rect.x + rect.width / 2 - x * scale, rect.y + rect.height / 2 - y * scale];
  for (const child of inside(spot.layout, id)) {
    const at = places.get(child);
    if (at)
      put(
        board,
        child,
        around(left + at.x * scale, top + at.y * scale, { width: at.width * scale, height: at.height * scale }),
      );
  }
}

/** A box that can be zoomed; it is laid out like a board, with any `flow`. */
function arrangePane(spot: Spot, box: Placed, rect: Rect): void {
  const bounds = spread(boardOf(spot.layout, box.id).bounds, PANE_MARGIN);
  const zoom = spot.zooms[box.id] ?? fitted(bounds, rect, LARGEST_UNIT);
  box.zoom = zoom;
  box.bounds = bounds;
  putOnBoard({ ...spot, inside: box.id }, box.id, rect, zoom);
}

/** The margin around the contents of a pane, in units. */
const PANE_MARGIN = 0.3;
/** Maximum size of a unit in a fitted pane, in pixels. */
const LARGEST_UNIT = 120;

function spread({ x, y, width, height }: Rect, margin: number): Rect {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

function middle(rect: Rect, { width, height }: Size): Rect {
  return around(rect.x + rect.width / 2, rect.y + rect.height / 2, { width, height });
}

function around(x: number, y: number, { width, height }: Size): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** If the layout does not fit, it is drawn smaller, so that everything can be reached. */
function shrunk(placed: Placed[], { width, height }: Viewport): Placed[] {
  const rects = placed
    .filter((one) => one.inside === null)
    .map((one) => ({ ...middle(one, turnedSize(one, one.turn)) }));
  const whole = union(rects);
  if (
    whole.x >= -0.01 &&
    whole.y >= -0.01 &&
    whole.x + whole.width <= width + 0.01 &&
    whole.y + whole.height <= height + 0.01
  )
    return placed;
  const scale = Math.min(1, width / whole.width, height / whole.height);
  const [left, top] = [(width - whole.width * scale) / 2, (height - whole.height * scale) / 2];
  return placed.map((one) => ({
    ...one,
    x: left + (one.x - whole.x) * scale,
    y: top + (one.y - whole.y) * scale,
    width: one.width * scale,
    height: one.height * scale,
    font: one.font * scale,
    ...(one.zoom ? { zoom: { ...one.zoom, scale: one.zoom.scale * scale } } : {}),
  }));
}

function roundedPlace(one: Placed): Placed {
  const [x, y, width, height, font] = [one.x, one.y, one.width, one.height, one.font].map(rounded) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { ...one, x, y, width, height, font };
}
