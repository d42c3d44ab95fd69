// The renderer's door for an embedded engine: JSON text in, JSON or SVG text out. Built as `scene.js`, a global `scene`.
import type { OfferGroup, ShownOffer } from "../wire";
import { patched } from "./delta";
import { alternatives, continues, situation, tapped, undone } from "./match";
import { unpacked } from "./offers";
import { place } from "./place";
import type { Items, Look, Viewport } from "./types";

/** An SVG of a scene. */
export function picture(wanted: string): string {
  void wanted;
  return "";
}

/** Where everything stands: `{items, look, viewport}` -> a list of places, without the items themselves. */
export function placements(wanted: string): string {
  const { items, look, viewport } = JSON.parse(wanted) as { items: Items; look: Look; viewport: Viewport };
  return JSON.stringify(place(items, look, viewport).map(({ item: _, ...rest }) => rest));
}

/** The ids that continue some offer, sorted. */
export function matcher_continues(offers: string, taps: string): string {
  return JSON.stringify([...continues(offersIn(offers), tapsIn(taps))].sort());
}

/** The taps after a tap on this id, which is no JSON. */
export function matcher_tapped(offers: string, taps: string, id: string): string {
  return JSON.stringify(tapped(offersIn(offers), tapsIn(taps), id));
}

/** The ids that would replace some last taps, sorted. */
export function matcher_alternatives(offers: string, taps: string): string {
  return JSON.stringify([...alternatives(offersIn(offers), tapsIn(taps))].sort());
}

/** `{complete, extendable, choice, asks, picks}`, with the picks of every complete offer by its number. */
export function matcher_situation(offers: string, taps: string): string {
  const { picks, ...found } = situation(offersIn(offers), tapsIn(taps));
  return JSON.stringify({ ...found, picks: Object.fromEntries(found.complete.map((offer) => [offer, picks(offer)])) });
}

export function matcher_undone(taps: string): string {
  return JSON.stringify(undone(tapsIn(taps)));
}

export function matcher_unpacked(groups: string): string {
  return JSON.stringify(unpacked(JSON.parse(groups) as OfferGroup[]));
}

export function delta_patched(old: string, delta: string): string {
  return JSON.stringify(patched(JSON.parse(old), JSON.parse(delta)));
}

function offersIn(text: string): ShownOffer[] {
  return JSON.parse(text) as ShownOffer[];
}

function tapsIn(text: string): string[] {
  return JSON.parse(text) as string[];
}
