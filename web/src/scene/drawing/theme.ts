// All colours. The page sets them as variables of its root element; pictures get them filled in.

export type Theme = "light" | "dark";
export type Deck = "two" | "four";

/** All variables (`--ink`, `--seat-0`, ...) with their values. */
export function variables(theme: Theme, deck: Deck = "two"): Record<string, string> {
  const isLight = theme === "light";
  return { ...(isLight ? LIGHT : DARK), ...seats(isLight ? LIGHT_SEATS : DARK_SEATS), ...suits(deck) };
}

// Cards and dice keep light faces in the dark theme, slightly dimmed, because the colours printed on them do not
// change.
const LIGHT: Record<string, string> = {
  "--paper": "#f5f3ee",
  "--panel": "#ffffff",
  "--ink": "#20242a",
  "--muted": "#5b626b",
  "--line": "#d3cfc5",
  "--accent": "#1d6b59",
  "--accent-ink": "#ffffff",
  "--good": "#22713f",
  "--bad": "#b3352c",
  "--felt": "#e4eae0",
  "--highlight": "#c26a00",
  "--outline": "#23272c",
  "--card": "#fffefb",
  "--card-ink": "#23242b",
  "--card-line": "#b9b4a8",
  "--card-tint": "#f3efe4",
  "--card-accent": "#1d6b59",
  "--card-back": "#2f5d8a",
  "--card-back-line": "#e9eef5",
};

const DARK: Record<string, string> = {
  "--paper": "#15181b",
  "--panel": "#1f2428",
  "--ink": "#e9e7e1",
  "--muted": "#a3a9af",
  "--line": "#3d454b",
  "--accent": "#62c8aa",
  "--accent-ink": "#0b1d17",
  "--good": "#72d199",
  "--bad": "#f28d83",
  "--felt": "#1a2521",
  "--highlight": "#f2b53c",
  "--outline": "#0b0d0f",
  "--card": "#ece9e1",
  "--card-ink": "#23242b",
  "--card-line": "#8f8b81",
  "--card-tint": "#dfdacd",
  "--card-accent": "#1d6b59",
  "--card-back": "#2b527a",
  "--card-back-line": "#c9d4e2",
};

type Pair = [seat: string, ink: string];

// Based on the palette of Okabe and Ito, whose colours are distinguishable with every kind of colour vision.
const LIGHT_SEATS: Pair[] = [
  ["#0069a8", "#ffffff"],
  ["#e69a00", "#1d1500"],
  ["#007f5c", "#ffffff"],
  ["#c0669a", "#14000c"],
  ["#54b1e6", "#001624"],
  ["#c24e00", "#ffffff"],
  ["#efe03a", "#1f1d00"],
  ["#565b63", "#ffffff"],
];

const DARK_SEATS: Pair[] = [
  ["#2f8fd4", "#00101c"],
  ["#f0a81c", "#1d1500"],
  ["#16a87d", "#00150e"],
  ["#d685b2", "#1c0010"],
  ["#86cdf5", "#001624"],
  ["#e2691c", "#180800"],
  ["#f4e75a", "#1f1d00"],
  ["#a9afb8", "#101215"],
];

function seats(pairs: Pair[]): Record<string, string> {
  // A piece without a seat is grey.
  const named: Record<string, string> = { "--seat": "#7a828a", "--seat-ink": "#ffffff" };
  pairs.forEach(([seat, ink], number) => {
    named[`--seat-${number}`] = seat;
    named[`--seat-ink-${number}`] = ink;
  });
  return named;
}

function suits(deck: Deck): Record<string, string> {
  const [black, red] = ["#23242b", "#b8261f"];
  const isFour = deck === "four";
  return {
    "--suit-S": black,
    "--suit-H": red,
    "--suit-D": isFour ? "#1b5fb0" : red,
    "--suit-C": isFour ? "#196f36" : black,
  };
}

/** Number of seats with their own colour. */
export const SEAT_COLOURS = LIGHT_SEATS.length;
