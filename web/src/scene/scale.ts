// How large a unit is: as large as lets everything be in sight, and no larger than looks well.
import { shownOn, treeOf } from "./order";
import { plateSize } from "./plate";
import { flowSize, grows, inside, type Flow, type Measures, type Size, type Stage } from "./sizes";
import type { Items, Look, Rect, Viewport } from "./types";

/** A unit that is smaller than this makes the letters smaller, too. */
const SMALL_UNIT = 26;
/** Where units are this small, rows that are too long are broken instead. */
const BREAKING_UNIT = 40;
/** Nothing need be drawn smaller than this if the page scrolls. */
const COMFORTABLE_UNIT = 44;
const LEAST_UNIT = 1;
const NARROW = 480;

/** The stage for a viewport, and the part of it that is used: all but a margin. */
export function staged(items: Items, look: Look, viewport: Viewport): { stage: Stage; room: Rect } {
  const draft = drafted(items, look, isTall(viewport));
  const most = largestUnit(draft, viewport);
  const unit = largestFitting(most, (tried) => {
    const stage = atUnit(draft, viewport, tried);
    const room = roomIn(viewport, stage);
    const size = rootSize(stage, room.width);
    return size.width <= room.width + 0.01 && size.height <= room.height + 0.01;
  });
  const stage = atUnit(draft, viewport, unit);
  return { stage, room: roomIn(viewport, stage) };
}

/** The height at which nothing need be smaller than is comfortable: the viewport's own, or more, to be scrolled. */
export function comfortableHeight(items: Items, look: Look, viewport: Viewport): number {
  const needed = neededHeight(items, look, viewport, isTall(viewport));
  if (needed <= viewport.height) return viewport.height;
  // So high, it may be a tall layout.
  const tall = neededHeight(items, look, viewport, needed > viewport.width);
  return Math.ceil(Math.max(viewport.height, tall));
}

function neededHeight(items: Items, look: Look, viewport: Viewport, tall: boolean): number {
  const draft = drafted(items, look, tall);
  const most = Math.min(COMFORTABLE_UNIT, largestUnit(draft, viewport));
  const unit = largestFitting(most, (tried) => {
    const stage = atUnit(draft, viewport, tried);
    const room = roomIn(viewport, stage);
    return rootSize(stage, room.width).width <= room.width + 0.01;
  });
  const stage = atUnit(draft, viewport, unit);
  const room = roomIn(viewport, stage);
  return rootSize(stage, room.width).height + 2 * room.y;
}

/** Higher than wide, or so narrow that two things side by side would both be cramped. */
export function isTall({ width, height }: Viewport): boolean {
  return height > width || width < NARROW;
}

export function rootFlow(stage: Stage): Flow {
  return stage.tall ? "column" : "row";
}

function rootSize(stage: Stage, room: number): Size {
  return flowSize(stage, rootFlow(stage), "", inside(stage, null), room);
}

type Draft = Omit<Stage, "measures" | "sizes" | "scaled">;

function drafted(all: Items, look: Look, tall: boolean): Draft {
  const items = shownOn(tall ? "tall" : "wide", all);
  return { items, look, tall, tree: treeOf(items), plates: plateSize(items, look), boards: new Map() };
}

function atUnit(draft: Draft, viewport: Viewport, unit: number): Stage {
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

/** Beside a board that takes all room, other things stay modest. */
function largestUnit(draft: Draft, { width, height }: Viewport): number {
  const side = Math.min(width, height);
  const stage = atUnit(draft, { width, height }, 1);
  const isBesideBoard = inside(stage, null).some((id) => grows(stage, id));
  return isBesideBoard ? between(40, 0.12 * side, 96) : between(48, 0.32 * side, 260);
}

function roomIn({ width, height }: Viewport, { measures }: Stage): Rect {
  const margin = Math.min(measures.gap, width / 20, height / 20);
  return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
}

/** By coarse steps, as broken rows may fit where longer ones did not, then finer. */
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
