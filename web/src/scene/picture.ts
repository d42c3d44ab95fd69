// The interface of the renderer for an embedded engine: JSON text in, JSON or SVG text out. Built as `scene.js` with a
// global `scene`.
import type { OfferGroup, ShownOffer, ShownScene } from "../wire";
import { resolved } from "./drawing/cssVariables";
import { withTargets } from "./offers/targets";
import { patched } from "./delta";
import { group, rect, text } from "./drawing/elements";
import { layoutFaults } from "./layout/faults";
import { LINE, wrapped } from "./layout/textWidth";
import { alternatives, continues, situation, tapped, undone } from "./offers/taps";
import { unpacked } from "./offers/offers";
import { paint } from "./drawing/paint";
import { place } from "./layout/place";
import { has, rounded } from "./compat";
import { seated } from "./layout/plate";
import { PLAIN, say } from "./say";
import { svgText } from "./drawing/svg";
import { variables, type Deck, type Theme } from "./drawing/theme";
import type { Drawn, Items, Look, PlateShown, Viewport, Words } from "./types";

/** The texts of a scene are translated before it is passed in. */
interface Pictures extends Pick<Look, "art"> {
  /** The renderer's own texts, by key. */
  words?: Record<string, string>;
}

interface Wanted {
  scene: ShownScene;
  look: Pictures;
  /** By seat. Seats that are not listed are named by their number. */
  seats?: PlateShown[];
  width: number;
  height: number;
  theme: Theme;
  deck?: Deck;
}

/** A scene as a stand-alone SVG with a title: `{scene, look, seats, width, height, theme, deck}`. */
export function picture(wanted: string): string {
  const { scene, look: shown, seats, width, height, theme, deck } = JSON.parse(wanted) as Wanted;
  const look = lookWith(shown);
  const lines = captionLines(scene, width);
  const top = lines.length > 0 ? (lines.length * LINE + 0.8) * CAPTION_FONT : 0;
  const placed = place(itemsOf(scene, seats ?? []), look, { width, height: Math.max(1, height - top) });
  const drawn: Drawn = {
    tag: "svg",
    attributes: { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` },
    children: [
      rect(0, 0, width, height, 0, { fill: "var(--paper)" }),
      ...lines.map((line, index) => captionLine(line, index)),
      group(
        { transform: `translate(0 ${rounded(top)})` },
        paint(placed, look, { last: new Set(scene.last ?? []), inline: true }),
      ),
    ],
  };
  return svgText(resolved(drawn, variables(theme, deck ?? "two")));
}

const CAPTION_FONT = 17;

function lookWith({ art, words = {} }: Pictures): Look {
  const tell = (said: Words): string => (typeof said === "string" ? said : (words[said[0]] ?? PLAIN.tell(said)));
  return { art, texts: { has: (key) => has(words, key), tell } };
}

function captionLines(scene: ShownScene, width: number): string[] {
  const words = say(scene.text ?? "", PLAIN);
  return words === "" ? [] : wrapped(words, CAPTION_FONT, width - 2 * CAPTION_FONT, true);
}

function captionLine(line: string, index: number): Drawn {
  const base = (index + 0.5) * LINE * CAPTION_FONT + 0.75 * CAPTION_FONT;
  return text(line, CAPTION_FONT, base, CAPTION_FONT, { fill: "var(--ink)", "font-weight": 600 });
}

function itemsOf(scene: ShownScene, seats: PlateShown[]): Items {
  return seated(withTargets(scene.items, unpacked(scene.offers ?? [])), seats, scene.viewer ?? null);
}

/** The layout: `{scene, look, seats, viewport}` -> a list of places, without the items themselves. */
export function placements(wanted: string): string {
  const { scene, look, seats, viewport } = JSON.parse(wanted) as Pick<Wanted, "scene" | "look" | "seats"> & {
    viewport: Viewport;
  };
  return JSON.stringify(
    place(itemsOf(scene, seats ?? []), lookWith(look), viewport).map(({ item: _, ...rest }) => rest),
  );
}

/** The layout faults: `{scene, look, seats, viewport}` -> a list of faults. */
export function layout_faults(wanted: string): string {
  const { scene, look, seats, viewport } = JSON.parse(wanted) as Pick<Wanted, "scene" | "look" | "seats"> & {
    viewport: Viewport;
  };
  return JSON.stringify(layoutFaults(itemsOf(scene, seats ?? []), lookWith(look), viewport));
}

/** The ids that continue some offer, sorted. */
export function matcher_continues(offers: string, taps: string): string {
  return JSON.stringify([...continues(offersIn(offers), tapsIn(taps))].sort());
}

/** The taps after a tap on this id, which is not JSON. */
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
