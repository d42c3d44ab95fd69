// Chooses a zoom if the targets on a board would be too small to tap.
import { panned, smallestTarget, tappable, TARGET } from "../../scene";
import type { Placed, Rect, Zoom } from "../../scene";

/** The zoom that makes the targets of a box large enough; null if they are large enough without. */
export function autoZoom(
  box: Placed,
  fitted: readonly Placed[],
  targets: ReadonlySet<string>,
  last: readonly string[],
): Zoom | null {
  const inside = fitted.filter((one) => one.inside === box.id);
  if (smallestTarget(inside, targets) >= TARGET) return null;
  const zoom = tappable(box, fitted, targets);
  const grown = zoom.scale / (box.zoom?.scale ?? zoom.scale);
  const all = around(inside.filter((one) => targets.has(one.id)));
  const recent = around(inside.filter((one) => last.includes(one.id)));
  const isAllSeen = all && all.width * grown <= box.width && all.height * grown <= box.height;
  const wanted = isAllSeen ? all : (recent ?? all);
  if (!wanted || !box.zoom) return filling(box, zoom);
  // Centre them at the fitted zoom, then zoom in around the centre.
  const [dx, dy] = [
    middle(box.x, box.width) - middle(wanted.x, wanted.width),
    middle(box.y, box.height) - middle(wanted.y, wanted.height),
  ];
  return filling(box, { ...panned(box, dx, dy), scale: zoom.scale });
}

/** Shifted so that no side is empty while something is cut off on the other. */
function filling({ bounds, width, height }: Placed, zoom: Zoom): Zoom {
  if (!bounds) return zoom;
  return {
    scale: zoom.scale,
    x: within(bounds.x, bounds.width, width / zoom.scale, zoom.x),
    y: within(bounds.y, bounds.height, height / zoom.scale, zoom.y),
  };
}

/** The centre of a view of this length that stays inside a range; the centre of the range if it is shorter. */
function within(start: number, length: number, view: number, at: number): number {
  if (view >= length) return middle(start, length);
  return Math.max(start + view / 2, Math.min(start + length - view / 2, at));
}

const middle = (start: number, length: number): number => start + length / 2;

function around(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  const [x, y] = [Math.min(...rects.map((one) => one.x)), Math.min(...rects.map((one) => one.y))];
  const [right, low] = [
    Math.max(...rects.map((one) => one.x + one.width)),
    Math.max(...rects.map((one) => one.y + one.height)),
  ];
  return { x, y, width: right - x, height: low - y };
}
