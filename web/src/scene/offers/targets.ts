// Adds targets that are not items: free cells of grids, and spots where a ghost would stand. They are not sent, because
// all of them change with every move.
import type { ShownItem, ShownOffer } from "../../wire";
import { has } from "../compat";
import type { Items } from "../types";

const CELL = /^-?\d{1,6},-?\d{1,6}$/;
const FREE: ShownItem = { art: "cell" };
/** Smaller than the piece that will stand there, so that neighbours stay apart. */
const SPOT = 0.85;

/** The items plus a target for each id of a step that is not an item; the same object if there is none. */
export function withTargets(items: Items, offers: readonly ShownOffer[]): Items {
  const targets: Items = {};
  for (const offer of offers) {
    for (const step of offer.steps ?? []) {
      for (const id of step.ids) {
        const target = has(items, id) ? null : targetOf(id, offer, items);
        if (target) targets[id] = target;
      }
    }
  }
  return Object.keys(targets).length ? { ...items, ...targets } : items;
}

function targetOf(id: string, offer: ShownOffer, items: Items): ShownItem | null {
  const ghost = offer.ghosts?.[id];
  if (ghost) return { ...ghost, art: "spot", turn: 0, size: (ghost.size ?? 1) * SPOT };
  const slash = id.lastIndexOf("/");
  const box = slash > 0 ? items[id.slice(0, slash)] : undefined;
  return box?.kind === "box" && box.flow === "grid" && CELL.test(id.slice(slash + 1)) ? FREE : null;
}
