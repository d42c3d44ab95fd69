// The colours: one truth for the page, which sets them on its root, and for pictures, which have them filled in.

export type Theme = "light" | "dark";
export type Deck = "two" | "four";

/** Every variable (`--ink`, `--seat-0`, ...) with its value. */
export function variables(theme: Theme, deck: Deck = "two"): Record<string, string> {
  return { ...(theme === "light" ? LIGHT : DARK), ...SEATS, ...suits(theme, deck) };
}

const LIGHT: Record<string, string> = {
  "--paper": "#f6f4ef",
  "--panel": "#ffffff",
  "--ink": "#22262b",
  "--muted": "#5f666e",
  "--line": "#d5d1c7",
  "--accent": "#1f6f5c",
  "--accent-ink": "#ffffff",
  "--good": "#22713f",
  "--bad": "#b3352c",
  "--felt": "#e6ebe2",
  "--highlight": "#d98a00",
};

const DARK: Record<string, string> = {
  "--paper": "#16191c",
  "--panel": "#1f2428",
  "--ink": "#e9e7e1",
  "--muted": "#a0a6ac",
  "--line": "#3a4147",
  "--accent": "#5cc2a4",
  "--accent-ink": "#0c1f19",
  "--good": "#6fcf97",
  "--bad": "#f08a80",
  "--felt": "#1b2622",
  "--highlight": "#f2b53c",
};

const SEATS: Record<string, string> = {};

function suits(theme: Theme, deck: Deck): Record<string, string> {
  void theme;
  void deck;
  return {};
}
