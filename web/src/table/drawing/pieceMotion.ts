// Finds where pieces came from between two layouts of a scene, so that they slide instead of jumping.
import type { Placed, Rect } from "../../scene";

/** The former place of each piece that moved, or that replaces a vanished piece of the same kind. */
export function movedFrom(before: readonly Placed[], now: readonly Placed[]): Map<string, Rect> {
  const old = new Map(before.map((one) => [one.id, one]));
  const known = new Set(now.map((one) => one.id));
  const found = new Map<string, Rect>();
  for (const one of now) {
    const was = old.get(one.id);
    if (was && isPiece(one) && hasMoved(was, one)) found.set(one.id, was);
  }
  const left = before.filter((one) => isPiece(one) && !known.has(one.id));
  for (const one of now) {
    if (!isPiece(one) || old.has(one.id)) continue;
    const from = nearest(
      left.filter((gone) => kindOf(gone) === kindOf(one)),
      one,
    );
    if (!from) continue;
    left.splice(left.indexOf(from), 1);
    found.set(one.id, from);
  }
  return found;
}

/** The pieces that are new and came from nowhere: they fade in. */
export function arrivals(
  before: readonly Placed[],
  now: readonly Placed[],
  moved: ReadonlyMap<string, Rect>,
): string[] {
  const old = new Set(before.map((one) => one.id));
  return now.flatMap((one) => (isPiece(one) && !old.has(one.id) && !moved.has(one.id) ? [one.id] : []));
}

const isPiece = (one: Placed): boolean => (one.item.kind ?? "piece") === "piece";
const kindOf = (one: Placed): string => `${one.item.art ?? ""} ${one.item.seat ?? ""}`;

/** Ignore moves of less than a pixel. */
function hasMoved(was: Rect, is: Rect): boolean {
  return Math.abs(was.x - is.x) + Math.abs(was.y - is.y) + Math.abs(was.width - is.width) > 1;
}

function nearest(candidates: Placed[], to: Placed): Placed | undefined {
  const distance = (one: Placed): number => Math.hypot(one.x - to.x, one.y - to.y);
  return candidates.reduce<Placed | undefined>(
    (best, one) => (best && distance(best) <= distance(one) ? best : one),
    undefined,
  );
}
