// How taps go through the steps of one offer.
// Inside a step the taps are a stretch of the list, so going through the steps is cutting the list into stretches.
// Whether a cut may be made is a matter of its place alone: with `distinct` no id may be on both of its sides.
import type { ShownOffer, ShownStep } from "../wire";

export function idsOf(offer: ShownOffer): string[] {
  return stepsOf(offer).flatMap((step) => step.ids);
}

export function stepsOf(offer: ShownOffer | undefined): readonly ShownStep[] {
  return offer?.steps ?? [];
}

/** The last stretch begins at `from` and belongs to this step; those before are satisfied. */
export interface Start {
  step: number;
  from: number;
}

/** Whether the taps lead through the offer's steps, and more taps can complete it. */
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

/** Every way in which the steps before some step are satisfied by taps. */
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

/** Where each stretch ends if the taps satisfy all steps; each step takes as many as it can. */
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

/** From where the step can reach one of the goals; `choice` is told which is the furthest. */
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

/** Whether a step takes all of these, be they enough or not. */
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

/** Whether what the present step and those after it still lack can be had. */
function canBeCompleted(offer: ShownOffer, taps: readonly string[], { step, from }: Start): boolean {
  const used = new Set(taps);
  const wants = stepsOf(offer)
    .slice(step)
    .map((later, index) => (index === 0 ? wantNow(offer, later, taps, from) : wantLater(offer, later, used)));
  if (wants.some((want) => want.ids.length < want.count)) return false;
  return !offer.distinct || canShare(wants);
}

/** `count` different ids out of these. */
interface Want {
  count: number;
  ids: string[];
}

function wantNow(offer: ShownOffer, step: ShownStep, taps: readonly string[], from: number): Want {
  const own = new Set(taps.slice(from));
  const before = new Set(offer.distinct ? taps.slice(0, from) : []);
  // What was picked already can be picked again as often as `each` says.
  const lacking = least(step) - own.size * (step.each ?? 1);
  return want(step, lacking, (id) => !own.has(id) && !before.has(id));
}

function wantLater(offer: ShownOffer, step: ShownStep, used: ReadonlySet<string>): Want {
  return want(step, least(step), (id) => !offer.distinct || !used.has(id));
}

function want(step: ShownStep, picks: number, isFree: (id: string) => boolean): Want {
  // More than `max` can never be had.
  const count = least(step) > (step.max ?? 1) ? Infinity : Math.ceil(Math.max(0, picks) / (step.each ?? 1));
  return { count, ids: count > 0 ? [...offeredBy(step)].filter(isFree) : [] };
}

/** Whether every want can have ids that no other has: a matching, by augmenting paths. */
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
