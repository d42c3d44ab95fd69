// Where everything stands. Pure arithmetic: the same numbers in a browser and in an embedded engine.
import type { Items, Look, Placed, Viewport } from "./types";

/** Every item's place in the viewport, in scene order, parents first. Nothing is outside, but what a box pans. */
export function place(items: Items, look: Look, viewport: Viewport): Placed[] {
  void look;
  const ids = Object.keys(items);
  const height = viewport.height / Math.max(1, ids.length);
  return ids.map((id, index) => ({
    id,
    item: items[id] ?? {},
    parent: null,
    x: 0,
    y: index * height,
    width: viewport.width,
    height,
    turn: 0,
    inside: null,
    font: 14,
  }));
}

/** The height at which nothing need be smaller than is comfortable: the viewport's own, or more, to be scrolled. */
export function comfortableHeight(items: Items, look: Look, viewport: Viewport): number {
  void items;
  void look;
  return viewport.height;
}
