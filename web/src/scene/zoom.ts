// Zooming and panning of a box, as arithmetic on the numbers that a page keeps.
import type { Placed, Point, Rect, Zoom } from "./types";

/** The least side of what a finger should hit. */
export const TARGET = 24;

/** How far one can zoom in: pixels of a unit. */
const CLOSEST = 320;
/** How far one can zoom out: a part of the scale at which all is in sight. */
const FURTHEST = 0.6;

/** The zoom that shows all of these bounds inside a rectangle, at no more than `most` pixels for a unit. */
export function fitted(bounds: Rect, rect: Rect, most = CLOSEST): Zoom {
  const scale = Math.min(most, rect.width / bounds.width, rect.height / bounds.height);
  return { scale: Math.max(scale, 0.01), x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
}

/** Larger by this factor, with the point at `at` (pixels of the viewport) staying where it is. */
export function zoomed(box: Placed, factor: number, at: Point = middleOf(box)): Zoom {
  const zoom = zoomOf(box);
  const whole = fitted(boundsOf(box), box).scale;
  const scale = Math.max(FURTHEST * whole, Math.min(CLOSEST, zoom.scale * factor));
  const middle = middleOf(box);
  const [dx, dy] = [at.x - middle.x, at.y - middle.y];
  return kept(box, { scale, x: zoom.x + dx / zoom.scale - dx / scale, y: zoom.y + dy / zoom.scale - dy / scale });
}

/** Dragged by this many pixels. */
export function panned(box: Placed, dx: number, dy: number): Zoom {
  const { scale, x, y } = zoomOf(box);
  return kept(box, { scale, x: x - dx / scale, y: y - dy / scale });
}

/** Moved as little as need be to have this item wholly in sight. */
export function showing(box: Placed, target: Rect): Zoom {
  return panned(box, pull(box.x, box.width, target.x, target.width), pull(box.y, box.height, target.y, target.height));
}

/** By how much to move a stretch to have it inside another; the middle of what is too long for it. */
function pull(start: number, length: number, from: number, size: number): number {
  if (size >= length) return start + length / 2 - (from + size / 2);
  return Math.max(0, start - from) + Math.min(0, start + length - (from + size));
}

/** Whether a rectangle is wholly in sight. */
export function contains(box: Rect, target: Rect): boolean {
  return (
    target.x >= box.x &&
    target.y >= box.y &&
    target.x + target.width <= box.x + box.width &&
    target.y + target.height <= box.y + box.height
  );
}

/** The least side of any of these ids, in pixels; Infinity if none is there. */
export function smallestTarget(placed: readonly Placed[], ids: ReadonlySet<string>): number {
  const sides = placed.filter((one) => ids.has(one.id)).map((one) => Math.min(one.width, one.height));
  return sides.reduce((least, side) => Math.min(least, side), Infinity);
}

/** Zoomed in, if need be, until what is inside and among these ids has at least so many pixels. */
export function tappable(box: Placed, placed: readonly Placed[], ids: ReadonlySet<string>, least = TARGET): Zoom {
  const smallest = smallestTarget(
    placed.filter((one) => one.inside === box.id),
    ids,
  );
  return smallest > 0 && smallest < least ? zoomed(box, least / smallest) : zoomOf(box);
}

/** Some of what the box holds stays in its middle. */
function kept(box: Placed, { scale, x, y }: Zoom): Zoom {
  const bounds = boundsOf(box);
  return {
    scale,
    x: Math.max(bounds.x, Math.min(bounds.x + bounds.width, x)),
    y: Math.max(bounds.y, Math.min(bounds.y + bounds.height, y)),
  };
}

function zoomOf(box: Placed): Zoom {
  return box.zoom ?? fitted(boundsOf(box), box);
}

function boundsOf(box: Placed): Rect {
  return box.bounds ?? { x: 0, y: 0, width: 1, height: 1 };
}

function middleOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
