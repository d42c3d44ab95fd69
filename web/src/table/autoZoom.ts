// Where to look when what can be tapped would be too small to be hit.
import { panned, smallestTarget, tappable, TARGET } from "../scene";
import type { Placed, Rect, Zoom } from "../scene";

/** The zoom at which the targets of a box are large enough; null if they are when all of it is shown. */
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
  // Brought into the middle as it was fitted, and zoomed around the middle then.
  const [dx, dy] = [
    middle(box.x, box.width) - middle(wanted.x, wanted.width),
    middle(box.y, box.height) - middle(wanted.y, wanted.height),
  ];
  return filling(box, { ...panned(box, dx, dy), scale: zoom.scale });
}

/** Moved so that no room is empty on one side while something is cut on the other. */
function filling({ bounds, width, height }: Placed, zoom: Zoom): Zoom {
  if (!bounds) return zoom;
  return {
    scale: zoom.scale,
    x: within(bounds.x, bounds.width, width / zoom.scale, zoom.x),
    y: within(bounds.y, bounds.height, height / zoom.scale, zoom.y),
  };
}

/** The middle of a view of this length that stays on a stretch; the middle of what is shorter than the view. */
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
