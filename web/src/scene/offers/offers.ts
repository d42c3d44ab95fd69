// Unpacks offers: consecutive offers that differ in a few values are sent as one pattern.
import type { OfferGroup, ShownOffer } from "../../wire";

/** All offers in order: each pattern with each of its rows filled in. */
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

/** A number stands for that value of the row; a text may contain several: `b/{0},{1}`. */
function inHole(hole: unknown, row: unknown[]): unknown {
  if (typeof hole !== "string") return row[hole as number];
  return hole.replace(/\{(\d+)\}/g, (_, number: string) => String(row[Number(number)]));
}
