// Finds the offers that a list of taps makes. The list is the only state: ids in the order of the taps. core/showing/taps.py is
// the same in Python.
import type { ShownOffer } from "../../wire";
import { last } from "../compat";
import { ends, idsOf, isAlive, liveStarts, picksOf, stepsOf } from "./steps";
import type { Words } from "../types";

export interface Situation {
  /** The numbers of the offers whose steps are all satisfied by the taps. */
  complete: number[];
  /** Another tap can continue an offer, so the page shows "Done" instead of sending at once. */
  extendable: boolean;
  /** The complete offer that would be sent. If there are several, repeated taps step through them. */
  choice: number | null;
  /** The labels of the steps that accept the next tap. */
  asks: Words[];
  /** The taps of a complete offer, grouped by step, as they are sent. */
  picks(offer: number): string[][];
}

/** The ids that continue an offer which can still be completed. */
export function continues(offers: readonly ShownOffer[], taps: readonly string[]): Set<string> {
  return onward(offers, withoutRepeats(offers, taps).effectiveTaps);
}

/** The taps after a tap on this id. A tap without effect changes nothing. */
export function tapped(offers: readonly ShownOffer[], taps: readonly string[], id: string): string[] {
  const { effectiveTaps } = withoutRepeats(offers, taps);
  if (canLead(offers, [...effectiveTaps, id])) return [...effectiveTaps, id];
  if (id === last(effectiveTaps) && completed(offers, effectiveTaps).length > 1) return [...taps, id];
  return replaced(offers, effectiveTaps, id) ?? [...taps];
}

/** The ids that do not continue the taps, but would replace the last ones. */
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

/** The state that the taps have reached. */
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
  /** The taps without repeats at the end. */
  effectiveTaps: readonly string[];
  /** How often the last tap was repeated, to step through several complete offers. */
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

/** The ids that can follow these taps. */
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
    // Many offers ask for the same; one of them is enough.
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

/** The numbers of the offers that have steps, and those of the offers that contain an id. */
interface Index {
  all: number[];
  byId: Map<string, number[]>;
}

// A board may offer hundreds of places, each as its own offer: after a tap only the offers with that id are checked.
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
