// Which taps lead to which offers. The only state is the list of taps: ids, in the order in which they were tapped.
import type { ShownOffer } from "../wire";
import { last } from "./compat";
import { ends, idsOf, isAlive, liveStarts, picksOf, stepsOf } from "./steps";
import type { Words } from "./types";

export interface Situation {
  /** Offers, by number, of which every step is satisfied by the taps. */
  complete: number[];
  /** Some further tap continues an offer: "Done" instead of sending at once. */
  extendable: boolean;
  /** The complete offer that would be sent; of several, the one that repeated taps have come to. */
  choice: number | null;
  /** The labels of the steps that a next tap may go to. */
  asks: Words[];
  /** The taps by the steps of a complete offer, as they are sent. */
  picks(offer: number): string[][];
}

/** The ids that continue some offer so that it can still be completed. */
export function continues(offers: readonly ShownOffer[], taps: readonly string[]): Set<string> {
  return onward(offers, withoutRepeats(offers, taps).effectiveTaps);
}

/** The taps after this one. A tap that leads nowhere changes nothing. */
export function tapped(offers: readonly ShownOffer[], taps: readonly string[], id: string): string[] {
  const { effectiveTaps } = withoutRepeats(offers, taps);
  if (canLead(offers, [...effectiveTaps, id])) return [...effectiveTaps, id];
  if (id === last(effectiveTaps) && completed(offers, effectiveTaps).length > 1) return [...taps, id];
  return replaced(offers, effectiveTaps, id) ?? [...taps];
}

/** The ids that continue nothing, but would be taken in place of some last taps. */
export function alternatives(offers: readonly ShownOffer[], taps: readonly string[]): Set<string> {
  const { effectiveTaps } = withoutRepeats(offers, taps);
  const ids = new Set<string>();
  for (let length = 0; length < effectiveTaps.length; length += 1) {
    for (const id of onward(offers, effectiveTaps.slice(0, length))) ids.add(id);
  }
  for (const id of onward(offers, effectiveTaps)) ids.delete(id);
  ids.delete(last(effectiveTaps) ?? "");
  return ids;
}

/** Where the taps have led. */
export function situation(offers: readonly ShownOffer[], taps: readonly string[]): Situation {
  const { effectiveTaps, repeats } = withoutRepeats(offers, taps);
  const complete = completed(offers, effectiveTaps);
  const live = alive(offers, effectiveTaps);
  return {
    complete,
    extendable: live.some((offer) => idsOf(offer).some((id) => isAlive(offer, [...effectiveTaps, id]))),
    choice: complete[repeats % complete.length] ?? null,
    asks: asked(live, effectiveTaps),
    picks: (offer) => picksOf(offers[offer], effectiveTaps),
  };
}

/** Without the last tap. */
export function undone(taps: readonly string[]): string[] {
  return taps.slice(0, -1);
}

interface TapsAndRepeats {
  /** The taps that go through steps. */
  effectiveTaps: readonly string[];
  /** How often the last of them was tapped again, to step through several complete offers. */
  repeats: number;
}

function withoutRepeats(offers: readonly ShownOffer[], taps: readonly string[]): TapsAndRepeats {
  let length = taps.length;
  while (length > 0 && !canLead(offers, taps.slice(0, length))) length -= 1;
  const last = taps[length - 1];
  return { effectiveTaps: taps.slice(0, length), repeats: taps.slice(length).filter((id) => id === last).length };
}

function canLead(offers: readonly ShownOffer[], taps: readonly string[]): boolean {
  return numbersWith(offers, last(taps)).some((number) => isAlive(at(offers, number), taps));
}

function replaced(offers: readonly ShownOffer[], effectiveTaps: readonly string[], id: string): string[] | null {
  for (let length = effectiveTaps.length - 1; length >= 0; length -= 1) {
    const taps = [...effectiveTaps.slice(0, length), id];
    if (canLead(offers, taps)) return taps;
  }
  return null;
}

function completed(offers: readonly ShownOffer[], effectiveTaps: readonly string[]): number[] {
  return numbersWith(offers, last(effectiveTaps)).filter((number) => ends(at(offers, number), effectiveTaps));
}

/** The ids that may be tapped after taps that all go through steps. */
function onward(offers: readonly ShownOffer[], effectiveTaps: readonly string[]): Set<string> {
  const ids = new Set<string>();
  for (const offer of alive(offers, effectiveTaps)) {
    for (const id of idsOf(offer)) if (!ids.has(id) && isAlive(offer, [...effectiveTaps, id])) ids.add(id);
  }
  return ids;
}

function asked(live: readonly ShownOffer[], effectiveTaps: readonly string[]): Words[] {
  const labels = new Map<string, Words>();
  for (const offer of live) {
    // Offers that ask for the same are many, and one of them is enough.
    if (stepsOf(offer).every(({ label = "" }) => label.length === 0 || labels.has(keyOf(label)))) continue;
    for (const id of idsOf(offer)) {
      for (const start of liveStarts(offer, [...effectiveTaps, id])) {
        const label = stepsOf(offer)[start.step]?.label ?? "";
        if (label.length > 0 && start.from <= effectiveTaps.length) labels.set(keyOf(label), label);
      }
    }
  }
  return [...labels.values()];
}

const keyOf = (label: Words): string => JSON.stringify(label);

function alive(offers: readonly ShownOffer[], effectiveTaps: readonly string[]): ShownOffer[] {
  return numbersWith(offers, last(effectiveTaps))
    .map((number) => at(offers, number))
    .filter((offer) => isAlive(offer, effectiveTaps));
}

/** The offers, by number, that can be made by taps at all, and those of them that have a certain id. */
interface Index {
  all: number[];
  byId: Map<string, number[]>;
}

// A board may offer hundreds of places, each an offer of its own: after a tap only those with that id are looked at.
const indices = new WeakMap<readonly ShownOffer[], Index>();
const NONE: readonly number[] = [];

function numbersWith(offers: readonly ShownOffer[], id: string | undefined): readonly number[] {
  const index = indexOf(offers);
  return id === undefined ? index.all : (index.byId.get(id) ?? NONE);
}

function indexOf(offers: readonly ShownOffer[]): Index {
  const known = indices.get(offers);
  if (known) return known;
  const index = indexed(offers);
  indices.set(offers, index);
  return index;
}

function indexed(offers: readonly ShownOffer[]): Index {
  const index: Index = { all: [], byId: new Map() };
  offers.forEach((offer, number) => {
    if (stepsOf(offer).length === 0) return;
    index.all.push(number);
    for (const id of new Set(idsOf(offer))) {
      const numbers = index.byId.get(id);
      if (numbers) numbers.push(number);
      else index.byId.set(id, [number]);
    }
  });
  return index;
}

function at(offers: readonly ShownOffer[], number: number): ShownOffer {
  return offers[number] as ShownOffer;
}
