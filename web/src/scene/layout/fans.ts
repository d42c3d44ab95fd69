// Fanned hands: playable cards stand out from the others, and picked cards are raised.
import type { Placed } from "../types";

/** How far a picked card is raised: a part of its height, limited in pixels. */
const RAISED = 0.14;
const MOST_RAISED = 16;

interface Ids {
  has(id: string): boolean;
}

/** The same places with the chosen cards of fans raised, because their neighbours cover most of their marks. */
export function raised(placed: readonly Placed[], chosen: Ids): readonly Placed[] {
  const fans = fansOf(placed);
  const isRaised = (one: Placed): boolean => chosen.has(one.id) && fans.has(one.parent ?? "");
  if (!placed.some(isRaised)) return placed;
  return placed.map((one) => (isRaised(one) ? { ...one, y: Math.max(0, one.y - liftOf(one)) } : one));
}

function liftOf({ height }: Placed): number {
  return Math.min(MOST_RAISED, RAISED * height);
}

/** The cards that cannot be picked now, in fans where other cards can be or were picked. */
export function faded(placed: readonly Placed[], highlighted: Ids, chosen: Ids): ReadonlySet<string> {
  const fans = fansOf(placed);
  const cards = placed.filter((one) => fans.has(one.parent ?? ""));
  const isMeant = ({ id }: Placed): boolean => highlighted.has(id) || chosen.has(id);
  const asked = new Set(cards.filter(isMeant).map(({ parent }) => parent));
  return new Set(cards.filter((one) => asked.has(one.parent) && !isMeant(one)).map(({ id }) => id));
}

/** The ids of the boxes that are fans. */
export function fansOf(placed: readonly Placed[]): ReadonlySet<string> {
  return new Set(placed.filter(({ item }) => item.flow === "fan" || item.tall === "fan").map(({ id }) => id));
}
