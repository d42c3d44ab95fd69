// Readable colours: the contrasts of WCAG 2, in both themes.
import { expect, test } from "vitest";
import { SEAT_COLOURS, variables, type Theme } from "../../../src/scene";

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, one: string, other: string): number {
  const values = variables(theme, "four");
  const [light = 0, dark = 0] = [one, other].map((name) => luminance(values[name] ?? "#777777")).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const THEMES: Theme[] = ["light", "dark"];

test.each(THEMES)("text is readable on all its backgrounds (%s)", (theme) => {
  for (const ink of ["--ink", "--muted", "--good", "--bad", "--accent"]) {
    for (const ground of ["--paper", "--panel"])
      expect([ink, ground, contrast(theme, ink, ground) >= 4.5]).toEqual([ink, ground, true]);
  }
  for (const ground of ["--felt"]) expect(contrast(theme, "--ink", ground)).toBeGreaterThanOrEqual(7);
  expect(contrast(theme, "--accent-ink", "--accent")).toBeGreaterThanOrEqual(4.5);
});

test.each(THEMES)("text on a seat's colour is readable (%s)", (theme) => {
  for (let seat = 0; seat < SEAT_COLOURS; seat += 1)
    expect(contrast(theme, `--seat-ink-${seat}`, `--seat-${seat}`)).toBeGreaterThanOrEqual(4.5);
});

test.each(THEMES)("cards are readable in four colours (%s)", (theme) => {
  for (const ink of ["--suit-S", "--suit-H", "--suit-D", "--suit-C", "--card-ink"])
    expect(contrast(theme, ink, "--card")).toBeGreaterThanOrEqual(4.5);
});

test.each(THEMES)("targets stand out from their background (%s)", (theme) => {
  for (const ground of ["--paper", "--panel", "--felt"])
    expect([ground, contrast(theme, "--highlight", ground) >= 3]).toEqual([ground, true]);
});

test("both themes have the same variables", () => {
  expect(Object.keys(variables("dark")).sort()).toEqual(Object.keys(variables("light")).sort());
});
