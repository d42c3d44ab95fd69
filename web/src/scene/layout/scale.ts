// Chooses the size of a unit: as large as possible while everything is visible, up to a limit.
import { shownOn, treeOf } from "./order";
import { plateSize } from "./plate";
import { flowSize, grows, inside, type Flow, type Measures, type Size, type Layout } from "./sizes";
import type { Items, Look, Rect, Viewport } from "../types";

/** Below this size of a unit, letters become smaller, too. */
const SMALL_UNIT = 26;
/** Below this size of a unit, long rows are broken into several. */
const BREAKING_UNIT = 40;
/** If the page scrolls, no unit has to be smaller than this. */
const COMFORTABLE_UNIT = 44;
const LEAST_UNIT = 1;
const NARROW = 480;

/** The layout for a viewport, and the part of the viewport that it uses: all except a margin. */
export function layoutFor(items: Items, look: Look, viewport: Viewport): { layout: Layout; room: Rect } {
  const draft = drafted(items, look, isTall(viewport));
  const most = largestUnit(draft, viewport);
  const unit = largestFitting(most, (tried) => {
    const layout = atUnit(draft, viewport, tried);
    const room = roomIn(viewport, layout);
    const size = rootSize(layout, room.width);
    return size.width <= room.width + 0.01 && size.height <= room.height + 0.01;
  });
  const layout = atUnit(draft, viewport, unit);
  return { layout, room: roomIn(viewport, layout) };
}

/** The height that the scene needs at a comfortable size: the viewport's height, or more, with scrolling. */
export function comfortableHeight(items: Items, look: Look, viewport: Viewport): number {
  const needed = neededHeight(items, look, viewport, isTall(viewport));
  if (needed <= viewport.height) return viewport.height;
  // At that height, the layout may become a tall one.
  const tall = neededHeight(items, look, viewport, needed > viewport.width);
  return Math.ceil(Math.max(viewport.height, tall));
}

function neededHeight(items: Items, look: Look, viewport: Viewport, tall: boolean): number {
  const draft = drafted(items, look, tall);
  const most = Math.min(COMFORTABLE_UNIT, largestUnit(draft, viewport));
  const unit = largestFitting(most, (tried) => {
    const layout = atUnit(draft, viewport, tried);
    const room = roomIn(viewport, layout);
    return rootSize(layout, room.width).width <= room.width + 0.01;
  });
  const layout = atUnit(draft, viewport, unit);
  const room = roomIn(viewport, layout);
  return rootSize(layout, room.width).height + 2 * room.y;
}

/** Higher than wide, or too narrow for two things side by side. */
export function isTall({ width, height }: Viewport): boolean {
  return height > width || width < NARROW;
}

export function rootFlow(layout: Layout): Flow {
  return layout.tall ? "column" : "row";
}

function rootSize(layout: Layout, room: number): Size {
  return flowSize(layout, rootFlow(layout), "", inside(layout, null), room);
}

type UnscaledLayout = Omit<Layout, "measures" | "sizes" | "scaled">;

function drafted(all: Items, look: Look, tall: boolean): UnscaledLayout {
  const items = shownOn(tall ? "tall" : "wide", all);
  return {
    items,
    look,
    tall,
    tree: treeOf(items),
    plates: plateSize(items, look),
    boards: new Map(),
    growing: new Map(),
  };
}

function atUnit(draft: UnscaledLayout, viewport: Viewport, unit: number): Layout {
  return { ...draft, measures: measuresAt(unit, viewport, draft.tall), sizes: new Map(), scaled: new Map() };
}

function measuresAt(unit: number, { width, height }: Viewport, tall: boolean): Measures {
  const side = Math.min(width, height);
  const small = Math.min(1, unit / SMALL_UNIT);
  const hand = Math.min(unit, between(56, 0.26 * side, 180));
  return {
    unit,
    hand,
    base: hand,
    font: between(13.5, 12.5 + side / 240, 19) * small * between(0.88, unit / COMFORTABLE_UNIT, 1),
    gap: between(6, side / 70, 16) * small,
    button: 40 * small,
    least: 24 * small,
    pane: tall ? { width: 0.8 * width, height: 0.42 * height } : { width: 0.5 * width, height: 0.5 * height },
    cramped: unit < BREAKING_UNIT,
  };
}

/** Beside a board that takes all the room, other items stay small. */
function largestUnit(draft: UnscaledLayout, { width, height }: Viewport): number {
  const side = Math.min(width, height);
  const layout = atUnit(draft, { width, height }, 1);
  const isBesideBoard = inside(layout, null).some((id) => grows(layout, id));
  return isBesideBoard ? between(40, 0.12 * side, 96) : between(48, 0.32 * side, 260);
}

function roomIn({ width, height }: Viewport, { measures }: Layout): Rect {
  const margin = Math.min(measures.gap, width / 20, height / 20);
  return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
}

/** Try coarse steps first, because broken rows may fit where longer ones did not; then finer ones. */
function largestFitting(most: number, fits: (unit: number) => boolean): number {
  if (fits(most)) return most;
  let [high, low] = [most, most];
  do {
    high = low;
    low *= 0.8;
  } while (low > LEAST_UNIT && !fits(low));
  for (let round = 0; round < 6; round += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
