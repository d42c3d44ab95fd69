// Keeps the zoom of a board stable as long as everything stays visible and large enough.
import type { Placed, Zoom } from "../../scene";
import type { Zooms } from "./panning";

/** Refit a board when its zoom is less than this part of the fitted one. */
const SMALL = 0.72;
/** Maximum distance of the contents' centre from the centre of the view, as a part of the view. */
const ASIDE = 0.15;

/** The zooms of all boxes that pan, given their fitted zooms now; the same object if nothing changes. */
export function stableZooms(kept: Zooms, fitted: readonly Placed[]): Zooms {
  const now: Zooms = {};
  for (const box of fitted) {
    if (!box.zoom) continue;
    const before = kept[box.id];
    now[box.id] = before && isGood(before, box) ? before : box.zoom;
  }
  return isSame(kept, now) ? kept : now;
}

/** Whether these zooms equal the fitted ones: then the layout is correct already. */
export function isZoomedAs(zooms: Zooms, fitted: readonly Placed[]): boolean {
  return fitted.every(({ id, zoom }) => {
    const own = zooms[id];
    return !zoom || !own || (own.scale === zoom.scale && own.x === zoom.x && own.y === zoom.y);
  });
}

function isGood(zoom: Zoom, box: Placed): boolean {
  if (!box.zoom || !box.bounds || zoom.scale < SMALL * box.zoom.scale) return false;
  const [across, down] = [box.width / zoom.scale / 2, box.height / zoom.scale / 2];
  if (Math.abs(zoom.x - box.zoom.x) > 2 * ASIDE * across || Math.abs(zoom.y - box.zoom.y) > 2 * ASIDE * down)
    return false;
  const { x, y, width, height } = box.bounds;
  // A small tolerance, so that the fitted zoom itself passes.
  const slack = 0.01;
  return (
    zoom.x - across <= x + slack &&
    zoom.x + across >= x + width - slack &&
    zoom.y - down <= y + slack &&
    zoom.y + down >= y + height - slack
  );
}

function isSame(one: Zooms, other: Zooms): boolean {
  const ids = Object.keys(one);
  if (ids.length !== Object.keys(other).length) return false;
  return ids.every((id) => {
    const [before, now] = [one[id], other[id]];
    return before && now && before.scale === now.scale && before.x === now.x && before.y === now.y;
  });
}
