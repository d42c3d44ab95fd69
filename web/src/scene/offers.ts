// Offers as they come: neighbours that differ in a few values share a pattern.
import type { OfferGroup, ShownOffer } from "../wire";

/** Every offer by its number: the patterns with each of their rows filled in. */
export function unpacked(groups: OfferGroup[]): ShownOffer[] {
  return groups.flatMap(([pattern, rows]) => rows.map((row) => filled(pattern, row) as ShownOffer));
}

function filled(pattern: unknown, row: unknown[]): unknown {
  if (Array.isArray(pattern)) return pattern.map((part) => filled(part, row));
  if (typeof pattern !== "object" || pattern === null) return pattern;
  const entries = Object.entries(pattern);
  const [only] = entries;
  if (entries.length === 1 && only && only[0] === "$") return inHole(only[1], row);
  return Object.fromEntries(entries.map(([key, part]) => [key, filled(part, row)]));
}

/** A value of the row by its number, or a text with values of the row in it: `b/{0},{1}`. */
function inHole(hole: unknown, row: unknown[]): unknown {
  if (typeof hole !== "string") return row[hole as number];
  return hole.replace(/\{(\d+)\}/g, (_, number: string) => String(row[Number(number)]));
}
