import { expect, test } from "vitest";
import type { Drawn } from "../../../src/scene";
import { isSame } from "../../../src/table/drawing/Drawing";

const disc = (x: number, ...children: (Drawn | string)[]): Drawn => ({
  tag: "g",
  key: "a",
  attributes: { x },
  children,
});

test("drawings are equal if all their parts are", () => {
  expect(isSame(disc(1, "words", disc(2)), disc(1, "words", disc(2)))).toBe(true);
});

test("a different place, word, part or picture makes a different drawing", () => {
  expect(isSame(disc(1), disc(2))).toBe(false);
  expect(isSame(disc(1, "one"), disc(1, "two"))).toBe(false);
  expect(isSame(disc(1, disc(2)), disc(1, disc(3)))).toBe(false);
  expect(isSame(disc(1), disc(1, disc(2)))).toBe(false);
  expect(isSame({ ...disc(1), markup: "<path/>" }, { ...disc(1), markup: "<rect/>" })).toBe(false);
});
