// Zooming and panning of a box, as pure arithmetic.
import type { Placed, Point, Rect, Zoom } from "../types";

/** Minimum side of a touch target, in pixels. */
export const TARGET = 24;

/** Maximum zoom: pixels per unit. */
const CLOSEST = 320;
/** Minimum zoom, as a part of the scale that shows everything. */
const FURTHEST = 0.6;

/** The zoom that shows all of these bounds in a rectangle, with at most `most` pixels per unit. */
export function fitted(bounds: Rect, rect: Rect, most = CLOSEST): Zoom {
  const scale = Math.min(most, rect.width / bounds.width, rect.height / bounds.height);
  return { scale: Math.max(scale, 0.01), x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
}

/** Zooms in by this factor; the point at `at` (pixels of the viewport) stays in place. */
export function zoomed(box: Placed, factor: number, at: Point = middleOf(box)): Zoom {
  const zoom = zoomOf(box);
  const whole = fitted(boundsOf(box), box).scale;
  const scale = Math.max(FURTHEST * whole, Math.min(CLOSEST, zoom.scale * factor));
  const middle = middleOf(box);
  const [dx, dy] = [at.x - middle.x, at.y - middle.y];
  return limited(box, { scale, x: zoom.x + dx / zoom.scale - dx / scale, y: zoom.y + dy / zoom.scale - dy / scale });
}

/** Pans by this many pixels. */
export function panned(box: Placed, dx: number, dy: number): Zoom {
  const { scale, x, y } = zoomOf(box);
  return limited(box, { scale, x: x - dx / scale, y: y - dy / scale });
}

/** The smallest move that makes this item fully visible. */
export function showing(box: Placed, target: Rect): Zoom {
  return panned(box, pull(box.x, box.width, target.x, target.width), pull(box.y, box.height, target.y, target.height));
}

/** How far to move a range so that it lies inside another; a longer one is centred. */
function pull(start: number, length: number, from: number, size: number): number {
  if (size >= length) return start + length / 2 - (from + size / 2);
  return Math.max(0, start - from) + Math.min(0, start + length - (from + size));
}

/** Whether a rectangle is fully visible. */
export function contains(box: Rect, target: Rect): boolean {
  return (
    target.x >= box.x &&
    target.y >= box.y &&
    target.x + target.width <= box.x + box.width &&
    target.y + target.height <= box.y + box.height
  );
}

/** The smallest side of any of these ids in pixels; Infinity if none exists. */
export function smallestTarget(placed: readonly Placed[], ids: ReadonlySet<string>): number {
  const sides = placed.filter((one) => ids.has(one.id)).map((one) => Math.min(one.width, one.height));
  return sides.reduce((least, side) => Math.min(least, side), Infinity);
}

/** Zooms in, if needed, until these ids inside the box have at least `least` pixels. */
export function tappable(box: Placed, placed: readonly Placed[], ids: ReadonlySet<string>, least = TARGET): Zoom {
  const smallest = smallestTarget(
    placed.filter((one) => one.inside === box.id),
    ids,
  );
  return smallest > 0 && smallest < least ? zoomed(box, least / smallest) : zoomOf(box);
}

/** Limits the zoom so that some contents stay in the middle. */
function limited(box: Placed, { scale, x, y }: Zoom): Zoom {
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
