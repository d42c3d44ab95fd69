// Upper halves of kings, queens, jacks and jokers, in a frame.
import { inkOf, pip, type Suit } from "./suits";

const LINE = "#2f2a33";
const GOLD = "#e0ac2b";
const SKIN = "#f6d9b8";
const HAIR = { J: "#a8672e", Q: "#7b4526", K: "#8d8780" };

type Court = keyof typeof HAIR;

const FRAME =
  '<path d="M27.5 70V14A3 3 0 0 1 30.5 11H69.5A3 3 0 0 1 72.5 14V70" fill="var(--card-tint)" stroke="var(--card-line)" stroke-width="1.5"/>';

/** The upper half, from the head to the belt; the lower half is the same, turned. */
export function court(rank: Court, suit: Suit): string {
  const robe = inkOf(suit);
  return `${FRAME}<g transform="translate(-3 -4.2) scale(1.06)">${PARTS[rank](robe)}</g>${pip(suit, 34.5, 19.5, 0.45)}`;
}

/** The upper half of a joker, who has no suit. */
export function jester(robe: string): string {
  const ruff = drawn("M41 50 36 57.5 42.5 55.5 45 61 50 56.5 55 61 57.5 55.5 64 57.5 59 50Z", GOLD);
  const sides = drawn(
    "M41 33C37 24 29.5 26.5 31.5 37.5 37 33.5 41 35 42.5 31ZM59 33C63 24 70.5 26.5 68.5 37.5 63 33.5 59 35 57.5 31Z",
    robe,
  );
  const cap = drawn("M41 33C39.5 24 44.5 22 50 13.5 55.5 22 60.5 24 59 33 55 27.5 45 27.5 41 33Z", GOLD);
  const bells = [
    [31.5, 38.5],
    [68.5, 38.5],
    [50, 13.5],
  ].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.4" fill="${GOLD}" stroke="${LINE}" stroke-width="1"/>`);
  const figure = shoulders(robe, ruff) + NECK + head() + SMILE + sides + cap + bells.join("");
  return `${FRAME}<g transform="translate(-3 -4.2) scale(1.06)">${figure}</g>`;
}

function drawn(path: string, fill: string, width = 1.3): string {
  return `<path d="${path}" fill="${fill}" stroke="${LINE}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
}

function shoulders(robe: string, collar: string): string {
  return drawn("M30.2 70V62C30.2 55.5 36 52 43 50.5H57C64 52 69.8 55.5 69.8 62V70Z", robe) + collar + girdle();
}

function girdle(): string {
  return (
    drawn("M30.2 70V65.5H69.8V70Z", GOLD) +
    `<path d="M37 67.9H37.1M43.5 67.9H43.6M50 67.9H50.1M56.5 67.9H56.6M63 67.9H63.1" stroke="${LINE}" stroke-width="2.2" stroke-linecap="round"/>`
  );
}

function head(): string {
  const face = drawn(
    "M41.8 34C41.8 28.5 45.2 26 50 26S58.2 28.5 58.2 34C58.2 41.5 54.5 46.5 50 46.5S41.8 41.5 41.8 34Z",
    SKIN,
  );
  const eyes = `<path d="M46.4 35V35.6M53.6 35V35.6" stroke="${LINE}" stroke-width="1.9" stroke-linecap="round"/>`;
  const nose = `<path d="M50 35.4V38.6L48.8 39" fill="none" stroke="${LINE}" stroke-width="1" stroke-linecap="round" stroke-linejoin="round"/>`;
  return face + eyes + nose;
}

const MOUTH = `<path d="M47.8 42.2C49.2 43.1 50.8 43.1 52.2 42.2" fill="none" stroke="#a8443c" stroke-width="1.3" stroke-linecap="round"/>`;

const SMILE = `<path d="M46.4 40.8C48.2 43.8 51.8 43.8 53.6 40.8" fill="none" stroke="#a8443c" stroke-width="1.4" stroke-linecap="round"/>`;

const NECK = drawn("M45.8 44H54.2V52.5H45.8Z", SKIN);

const PARTS: Record<Court, (robe: string) => string> = {
  K: (robe) =>
    drawn("M39 30C37.5 38 38.5 46 42 51H58C61.5 46 62.5 38 61 30Z", HAIR.K) +
    shoulders(
      robe,
      drawn("M41 50.6C44 56 56 56 59 50.6L63.5 53C60 62 40 62 36.5 53Z", "#fffdf6") +
        `<path d="M42 55.4V56.4M47 57.6V58.6M53 57.6V58.6M58 55.4V56.4" stroke="${LINE}" stroke-width="1.5" stroke-linecap="round"/>`,
    ) +
    head() +
    drawn("M42 37.5C42 48 45.5 54.5 50 54.5S58 48 58 37.5C56.6 40 53.5 40.4 50 40.4S43.4 40 42 37.5Z", HAIR.K) +
    `<path d="M47.6 43.4H52.4" stroke="#a8443c" stroke-width="1.6" stroke-linecap="round"/>` +
    drawn("M39.5 30.5 37 17.5 43.5 23 50 14.8 56.5 23 63 17.5 60.5 30.5C54 28.3 46 28.3 39.5 30.5Z", GOLD) +
    `<circle cx="50" cy="24.2" r="2" fill="${robe}"/>`,
  Q: (robe) =>
    drawn(
      "M50 21C41 21 37.2 27 37.2 35 37.2 43 37 49 34.5 55.5H65.5C63 49 62.8 43 62.8 35 62.8 27 59 21 50 21Z",
      HAIR.Q,
    ) +
    shoulders(robe, drawn("M43.5 50.5 50 60 56.5 50.5Z", SKIN)) +
    NECK +
    drawn("M43.5 50.5 50 60 56.5 50.5C53.5 52.2 46.5 52.2 43.5 50.5Z", SKIN) +
    head() +
    MOUTH +
    drawn("M41.6 34C42.4 29 46 27.2 50 25.2 54 27.2 57.6 29 58.4 34 59.8 28 57 22.8 50 22.8S40.2 28 41.6 34Z", HAIR.Q) +
    drawn(
      "M41 25.5C39.6 22 39.8 19.8 40.6 17.6L45.4 20.2 50 14.6 54.6 20.2 59.4 17.6C60.2 19.8 60.4 22 59 25.5 53.5 22.4 46.5 22.4 41 25.5Z",
      GOLD,
    ) +
    `<circle cx="50" cy="55" r="1.7" fill="${GOLD}" stroke="${LINE}" stroke-width="0.8"/>`,
  J: (robe) =>
    drawn("M40 27C38.4 34 38.8 41 40.6 46.4 44 44.6 56 44.6 59.4 46.4 61.2 41 61.6 34 60 27Z", HAIR.J) +
    shoulders(robe, drawn("M43 50.6 50 58.5 57 50.6 60.5 52 52.5 65.5H47.5L39.5 52Z", "#fffdf6")) +
    NECK +
    head() +
    MOUTH +
    drawn("M41.4 33C43 29.6 46 28.6 50 28.6S57 29.6 58.6 33C60.6 27.6 57.5 24.6 50 24.6S39.4 27.6 41.4 33Z", HAIR.J) +
    drawn(
      "M38.8 28.4C37 24.6 38.4 19.4 45 17.8 52 16.2 60.6 18 61.6 23.4 62 25.6 61.6 27.2 61.2 28.4 55 25 45 25 38.8 28.4Z",
      robe,
    ) +
    drawn("M58.4 21.6C61.6 19.6 65.6 19.2 67.6 14.8 61.6 14.2 57 16.4 55.8 19.8Z", GOLD),
};
