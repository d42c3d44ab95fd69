import { expect, test } from "vitest";
import { chosenIn, countsOf, isSendable, noCounts, picksOf, roomFor, withCount } from "../../../src/table/choice/forms";
import type { ShownOffer } from "../../../src/wire";

const troops: ShownOffer = {
  label: "send",
  steps: [{ ids: ["a", "b", "c"], min: 10, max: 10, each: 10 }],
  is_family: true,
};
const pair: ShownOffer = {
  label: "swap",
  steps: [{ ids: ["x", "y"] }, { ids: ["x", "y", "z"], min: 0, max: 2 }],
  distinct: true,
  is_family: true,
};

test("a form can be sent when each step has enough picks", () => {
  let counts = withCount(troops, noCounts(troops), 0, "a", 4);
  expect(isSendable(troops, counts)).toBe(false);
  counts = withCount(troops, counts, 0, "c", 6);
  expect(chosenIn(counts, 0)).toBe(10);
  expect(isSendable(troops, counts)).toBe(true);
  expect(picksOf(troops, counts)).toEqual([["a", "a", "a", "a", "c", "c", "c", "c", "c", "c"]]);
});

test("more than a step takes cannot be sent", () => {
  const counts = withCount(troops, withCount(troops, noCounts(troops), 0, "a", 9), 0, "b", 9);
  expect(isSendable(troops, counts)).toBe(false);
});

test("an input that is not a number counts as 0", () => {
  expect(chosenIn(withCount(troops, noCounts(troops), 0, "a", Number.NaN), 0)).toBe(0);
});

test("in a step for one pick, another choice replaces the first", () => {
  const counts = withCount(pair, withCount(pair, noCounts(pair), 0, "x", 1), 0, "y", 1);
  expect(picksOf(pair, counts)).toEqual([["y"], []]);
});

test("distinct steps do not take the same id twice", () => {
  const counts = withCount(pair, noCounts(pair), 0, "x", 1);
  expect(roomFor(pair, counts, 1, "x")).toBe(0);
  expect(roomFor(pair, counts, 1, "z")).toBe(1);
  expect(isSendable(pair, withCount(pair, counts, 1, "x", 1))).toBe(false);
  expect(isSendable(pair, withCount(pair, counts, 1, "z", 1))).toBe(true);
});

test("taps on the scene fill the form, each in the first step with room", () => {
  expect(chosenIn(countsOf(troops, ["a", "a", "c"]), 0)).toBe(3);
  expect(countsOf(troops, ["a", "a", "c"])).toEqual([{ a: 2, c: 1 }]);
  expect(countsOf(pair, ["x", "y", "z", "elsewhere"])).toEqual([{ x: 1 }, { y: 1, z: 1 }]);
});
