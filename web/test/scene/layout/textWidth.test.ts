import { expect, test } from "vitest";
import { textWidth } from "../../../src/scene/layout/textWidth";

test("a letter with an accent is as wide as without", () => {
  expect(textWidth("ÄÉŚ", 10)).toBe(textWidth("AES", 10));
  expect(textWidth("ñü", 10)).toBe(textWidth("nu", 10));
});

test("card suits and wide letters of other alphabets are not measured as narrow ones", () => {
  // The widths of DejaVu Sans Condensed, the font of exported pictures.
  expect(textWidth("♣", 1)).toBeGreaterThanOrEqual(0.81);
  expect(textWidth("Ш", 1)).toBeGreaterThanOrEqual(0.96);
  expect(textWidth("ш", 1)).toBeGreaterThanOrEqual(0.83);
});
