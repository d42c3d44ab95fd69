// Families as forms: how often each id is chosen in each step, and whether the form can be sent.
import type { ShownOffer, ShownStep } from "../../wire";

/** For each step, how often each id is chosen; missing ids count 0. */
export type Counts = Record<string, number>[];

export const noCounts = (offer: ShownOffer): Counts => (offer.steps ?? []).map(() => ({}));

/** The counts for taps on the scene: each tap counts in the first step that has room for it. */
export function countsOf(offer: ShownOffer, taps: readonly string[]): Counts {
  return taps.reduce((counts, id) => {
    const at = (offer.steps ?? []).findIndex(
      (step, index) => step.ids.includes(id) && roomFor(offer, counts, index, id) > (counts[index]?.[id] ?? 0),
    );
    return at < 0 ? counts : withCount(offer, counts, at, id, (counts[at]?.[id] ?? 0) + 1);
  }, noCounts(offer));
}

export const minOf = (step: ShownStep): number => step.min ?? 1;
export const maxOf = (step: ShownStep): number => step.max ?? 1;
export const eachOf = (step: ShownStep): number => step.each ?? 1;

export function chosenIn(counts: Counts, index: number): number {
  return Object.values(counts[index] ?? {}).reduce((sum, n) => sum + n, 0);
}

/** Maximum count of this id in this step, given the other choices. */
export function roomFor(offer: ShownOffer, counts: Counts, index: number, id: string): number {
  const step = offer.steps?.[index];
  if (!step) return 0;
  if (offer.distinct && counts.some((own, other) => other !== index && (own[id] ?? 0) > 0)) return 0;
  const others = chosenIn(counts, index) - (counts[index]?.[id] ?? 0);
  return Math.max(0, Math.min(eachOf(step), maxOf(step) - others));
}

/** The counts with this one changed; if only one may be chosen, it replaces the other. */
export function withCount(offer: ShownOffer, counts: Counts, index: number, id: string, n: number): Counts {
  const step = offer.steps?.[index];
  const isChoice = step !== undefined && maxOf(step) === 1;
  const own = isChoice ? {} : { ...counts[index] };
  own[id] = Math.max(0, Math.min(Math.trunc(n) || 0, step ? eachOf(step) : 0));
  return counts.map((before, at) => (at === index ? own : before));
}

export function isSendable(offer: ShownOffer, counts: Counts): boolean {
  return (offer.steps ?? []).every((step, index) => {
    const chosen = chosenIn(counts, index);
    const fits = step.ids.every((id) => (counts[index]?.[id] ?? 0) <= roomFor(offer, counts, index, id));
    return chosen >= minOf(step) && chosen <= maxOf(step) && fits;
  });
}

/** The picks to send: for each step its ids, repeated as often as chosen. */
export function picksOf(offer: ShownOffer, counts: Counts): string[][] {
  return (offer.steps ?? []).map((step, index) =>
    step.ids.flatMap((id) => Array<string>(counts[index]?.[id] ?? 0).fill(id)),
  );
}
