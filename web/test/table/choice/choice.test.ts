import { expect, test } from "vitest";
import { situation, tapped } from "../../../src/scene";
import { chosenOf, isSent, onScene } from "../../../src/table/choice/choice";
import type { ShownOffer } from "../../../src/wire";

const itemIds = new Set(["a", "b", "c"]);

function sentBy(offers: ShownOffer[], ...ids: string[]): boolean {
  const taps = ids.reduce<string[]>((own, id) => tapped(offers, own, id), []);
  return isSent(offers, situation(offers, taps));
}

test("a single complete offer that cannot continue is sent at once, unless it needs confirmation", () => {
  const go: ShownOffer = { label: "go", steps: [{ ids: ["a"] }] };
  expect(sentBy([go], "a")).toBe(true);
  expect(sentBy([{ ...go, confirm: true }], "a")).toBe(false);
});

test("a complete offer that can continue is not sent at once, nor one of several", () => {
  expect(sentBy([{ label: "some", steps: [{ ids: ["a", "b"], min: 1, max: 2 }] }], "a")).toBe(false);
  expect(
    sentBy(
      [
        { label: "north", steps: [{ ids: ["a"] }] },
        { label: "east", steps: [{ ids: ["a"] }] },
      ],
      "a",
    ),
  ).toBe(false);
});

test("an offer with ids outside the scene can be made only in the list, and keeps its number", () => {
  const form: ShownOffer = { label: "form", steps: [{ ids: ["a"] }, { ids: ["value/0", "value/1"] }] };
  const [first, second] = onScene([form, { label: "go", steps: [{ ids: ["a"] }] }], itemIds);
  expect(first?.steps).toEqual([]);
  expect(second?.steps).toHaveLength(1);
});

test("a step needs as many ids on the scene as it needs picks", () => {
  const many: ShownOffer = { label: "many", steps: [{ ids: ["a", "x"], min: 2, max: 2 }] };
  expect(onScene([many], itemIds)[0]?.steps).toEqual([]);
  expect(onScene([{ ...many, steps: [{ ids: ["a", "x"], min: 2, max: 2, each: 2 }] }], itemIds)[0]?.steps).toHaveLength(
    1,
  );
});

test("Next cycles through the completed offers, starting from the one that repeated taps have reached", () => {
  const ways: ShownOffer[] = ["north", "east", "south"].map((label) => ({ label, steps: [{ ids: ["a"] }] }));
  const once = situation(ways, ["a"]);
  expect([0, 1, 2, 3].map((nexts) => chosenOf(once, nexts))).toEqual([0, 1, 2, 0]);
  expect(chosenOf(situation(ways, ["a", "a"]), 1)).toBe(2);
  expect(chosenOf(situation(ways, []), 1)).toBeNull();
});
