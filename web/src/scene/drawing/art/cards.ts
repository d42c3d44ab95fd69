// Playing cards and numbered cards: 100 wide, 140 high.
import type { ArtShown } from "../../../wire";
import { court, jester } from "./courts";
import { short, written } from "./glyphs";
import { has } from "../../compat";
import { inkOf, isSuit, pip, type Suit } from "./suits";

const BOX: ArtShown["box"] = [0, 0, 100, 140];

function face(inside: string): ArtShown {
  const paper =
    '<rect x="1" y="1" width="98" height="138" rx="9" fill="var(--card)" stroke="var(--card-line)" stroke-width="2"/>';
  return { box: BOX, svg: paper + inside };
}

/** The half, and the same half turned by 180 degrees. */
function twice(half: string): string {
  return `${half}<g transform="rotate(180 50 70)">${half}</g>`;
}

/** `AS` to `KC`, by rank and suit; null for anything else. */
export function playingCard(name: string): ArtShown | null {
  const [rank, suit] = [name.slice(0, -1), name.slice(-1)];
  if (!isSuit(suit)) return null;
  const picture = pictureOf(rank, suit);
  return picture === null ? null : face(twice(corner(rank, suit)) + picture);
}

const JOKERS: Record<string, Suit> = { XR: "H", XB: "S" };

/** `XR`, the red joker, or `XB`, the black one; null for anything else. */
export function joker(name: string): ArtShown | null {
  const suit = has(JOKERS, name) ? JOKERS[name] : undefined;
  return suit ? face(twice(upright("JOKER", inkOf(suit)) + jester(inkOf(suit)))) : null;
}

/** A word from top to bottom, in the corner that a fan shows. */
function upright(word: string, ink: string): string {
  return [...word].map((letter, index) => written(letter, 14.5, 11 + 11.5 * index, 8.6, ink, 2.9, 9)).join("");
}

function corner(rank: string, suit: Suit): string {
  return written(rank, 14.5, 10.5, 22, inkOf(suit), 2.5, 18.5) + pip(suit, 14.5, 46, 0.8);
}

function pictureOf(rank: string, suit: Suit): string | null {
  if (rank === "A") return pip(suit, 50, 70, 2.1);
  if (rank === "J" || rank === "Q" || rank === "K") return twice(court(rank, suit));
  const places = PIPS[rank];
  return places ? places.map(([x, y]) => pip(suit, x, y, 0.85, y > 70)).join("") : null;
}

type Spot = [x: number, y: number];

const both = (...rows: number[]): Spot[] =>
  rows.flatMap((y): Spot[] => [
    [37, y],
    [63, y],
  ]);
const middle = (...rows: number[]): Spot[] => rows.map((y): Spot => [50, y]);

const PIPS: Record<string, Spot[]> = {
  "2": middle(30, 110),
  "3": middle(30, 70, 110),
  "4": both(30, 110),
  "5": [...both(30, 110), ...middle(70)],
  "6": both(30, 70, 110),
  "7": [...both(30, 70, 110), ...middle(50)],
  "8": [...both(30, 70, 110), ...middle(50, 90)],
  "9": [...both(27, 56, 84, 113), ...middle(70)],
  "10": [...both(27, 56, 84, 113), ...middle(41.5, 98.5)],
};

/** Any number, large in the middle and small in the corners. */
export function numberCard(number: string): ArtShown {
  const corners = written(number, 17.5, 11, 17, "var(--card-ink)", 2.4, 21);
  const bands = '<path d="M26 40H74M26 100H74" stroke="var(--card-accent)" stroke-width="2.5" stroke-linecap="round"/>';
  return face(twice(corners) + bands + written(number, 50, 51, 38, "var(--card-ink)", 2.5, 66));
}

/** The back: a lattice in a frame. */
export function cardBack(): ArtShown {
  const [left, top, right, bottom, step] = [12, 12, 88, 128, 9.5];
  const lines: string[] = [];
  // A line that rises to the right, cut off at the frame, and its mirror image.
  for (let start = top - (right - left) + step; start < bottom; start += step) {
    const [x1, y1] = start < top ? [left + (top - start), top] : [left, start];
    const end = start + (right - left);
    const [x2, y2] = end > bottom ? [right - (end - bottom), bottom] : [right, end];
    lines.push(
      `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}M${short(100 - x1)} ${short(y1)}L${short(100 - x2)} ${short(y2)}`,
    );
  }
  return face(
    '<rect x="6.5" y="6.5" width="87" height="127" rx="5.5" fill="var(--card-back)"/>' +
      `<path d="${lines.join("")}" stroke="var(--card-back-line)" stroke-width="1.6" opacity="0.55" fill="none"/>` +
      '<rect x="12" y="12" width="76" height="116" rx="2" fill="none" stroke="var(--card-back-line)" stroke-width="2"/>' +
      '<circle cx="50" cy="70" r="17" fill="var(--card-back)" stroke="var(--card-back-line)" stroke-width="2"/>' +
      '<path d="M50 58.5 56.5 70 50 81.5 43.5 70Z" fill="var(--card-back-line)"/>',
  );
}
