// How taps go through the steps of one offer. The taps of one step are a consecutive part (a stretch) of the list, so a
// match is a way to cut the list into stretches. Whether the list may be cut at a place depends only on the place: with
// `distinct`, no id may stand on both sides.
import type { ShownOffer, ShownStep } from "../../wire";

export function idsOf(offer: ShownOffer): string[] {
  return stepsOf(offer).flatMap((step) => step.ids);
}

export function stepsOf(offer: ShownOffer | undefined): readonly ShownStep[] {
  return offer?.steps ?? [];
}

/** The last stretch: it starts at `from` and belongs to `step`. All earlier steps are satisfied. */
export interface Start {
  step: number;
  from: number;
}

/** Whether the taps are a valid start of this offer that more taps can complete. */
export function isAlive(offer: ShownOffer, taps: readonly string[]): boolean {
  return liveStarts(offer, taps).length > 0;
}

export function liveStarts(offer: ShownOffer, taps: readonly string[]): Start[] {
  const steps = stepsOf(offer);
  return starts(offer, taps).filter(({ step, from }) => {
    const now = steps[step];
    return now !== undefined && takes(now, taps.slice(from)) && canBeCompleted(offer, taps, { step, from });
  });
}

/** Every way to satisfy the steps before some step. */
function starts(offer: ShownOffer, taps: readonly string[]): Start[] {
  const found: Start[] = [];
  let froms = [0];
  stepsOf(offer).forEach((step, index) => {
    found.push(...froms.map((from) => ({ step: index, from })));
    froms = stretchEnds(offer, step, taps, froms);
  });
  return found;
}

function stretchEnds(offer: ShownOffer, step: ShownStep, taps: readonly string[], froms: number[]): number[] {
  const ends = new Set<number>();
  for (const from of froms) {
    for (let end = from; end <= taps.length; end += 1) {
      const stretch = taps.slice(from, end);
      if (!takes(step, stretch)) break;
      if (stretch.length >= least(step) && canCut(offer, taps, end)) ends.add(end);
    }
  }
  return [...ends];
}

/** The end of each stretch if the taps satisfy all steps; each step takes as many taps as possible. */
export function ends(offer: ShownOffer, taps: readonly string[]): number[] | null {
  const steps = stepsOf(offer);
  let goals = new Set([taps.length]);
  const choices = steps.map(() => new Map<number, number>());
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step) goals = furthest(offer, step, taps, goals, choices[index] ?? new Map());
  }
  if (!goals.has(0)) return null;
  let from = 0;
  return choices.map((choice) => (from = choice.get(from) ?? from));
}

/** The starts from which this step can reach one of the goals; `choice` receives the furthest goal for each. */
function furthest(
  offer: ShownOffer,
  step: ShownStep,
  taps: readonly string[],
  goals: ReadonlySet<number>,
  choice: Map<number, number>,
): Set<number> {
  for (let from = 0; from <= taps.length; from += 1) {
    const reached = stretchEnds(offer, step, taps, [from]).filter((end) => goals.has(end));
    if (reached.length > 0) choice.set(from, Math.max(...reached));
  }
  return new Set(choice.keys());
}

export function picksOf(offer: ShownOffer | undefined, taps: readonly string[]): string[][] {
  const found = (offer && ends(offer, taps)) ?? [];
  return found.map((end, index) => taps.slice(found[index - 1] ?? 0, end));
}

function canCut(offer: ShownOffer, taps: readonly string[], at: number): boolean {
  if (!offer.distinct) return true;
  const before = new Set(taps.slice(0, at));
  return !taps.slice(at).some((id) => before.has(id));
}

/** Whether a step accepts all of these taps, even if it needs more. */
function takes(step: ShownStep, stretch: readonly string[]): boolean {
  if (stretch.length > (step.max ?? 1)) return false;
  const offered = offeredBy(step);
  const each = step.each ?? 1;
  const counts = new Map<string, number>();
  return stretch.every((id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count <= each && offered.has(id);
  });
}

function least(step: ShownStep): number {
  return step.min ?? 1;
}

const sets = new WeakMap<ShownStep, Set<string>>();

function offeredBy(step: ShownStep): Set<string> {
  const known = sets.get(step);
  if (known) return known;
  const offered = new Set(step.ids);
  sets.set(step, offered);
  return offered;
}

/** Whether the current step and the later ones can still get enough ids. */
function canBeCompleted(offer: ShownOffer, taps: readonly string[], { step, from }: Start): boolean {
  const used = new Set(taps);
  const wants = stepsOf(offer)
    .slice(step)
    .map((later, index) => (index === 0 ? wantNow(offer, later, taps, from) : wantLater(offer, later, used)));
  if (wants.some((want) => want.ids.length < want.count)) return false;
  return !offer.distinct || canShare(wants);
}

/** A need for `count` different ids out of `ids`. */
interface Want {
  count: number;
  ids: string[];
}

function wantNow(offer: ShownOffer, step: ShownStep, taps: readonly string[], from: number): Want {
  const own = new Set(taps.slice(from));
  const before = new Set(offer.distinct ? taps.slice(0, from) : []);
  // Ids that were picked can be picked again, up to `each` times.
  const lacking = least(step) - own.size * (step.each ?? 1);
  return want(step, lacking, (id) => !own.has(id) && !before.has(id));
}

function wantLater(offer: ShownOffer, step: ShownStep, used: ReadonlySet<string>): Want {
  return want(step, least(step), (id) => !offer.distinct || !used.has(id));
}

function want(step: ShownStep, picks: number, isFree: (id: string) => boolean): Want {
  // A step never takes more than `max`.
  const count = least(step) > (step.max ?? 1) ? Infinity : Math.ceil(Math.max(0, picks) / (step.each ?? 1));
  return { count, ids: count > 0 ? [...offeredBy(step)].filter(isFree) : [] };
}

/** Whether all wants can be satisfied without sharing an id: a bipartite matching by augmenting paths. */
function canShare(wants: readonly Want[]): boolean {
  const owner = new Map<string, number>();
  const findsOne = (index: number, tried: Set<string>): boolean =>
    (wants[index]?.ids ?? []).some((id) => {
      if (tried.has(id)) return false;
      tried.add(id);
      const other = owner.get(id);
      if (other !== undefined && (other === index || !findsOne(other, tried))) return false;
      owner.set(id, index);
      return true;
    });
  return wants.every(({ count }, index) => Array.from({ length: count }).every(() => findsOne(index, new Set())));
}
