// In a hand, cards that can be picked stand out, and picked cards are raised.
import { expect, test } from "vitest";
import { faded, raised } from "../../../src/scene/layout/fans";
import { paint, PLAIN, place, svgText, type Items, type Look } from "../../../src/scene";

const LOOK: Look = { art: {}, texts: PLAIN };
const SIZE = { width: 390, height: 600 };
const ITEMS: Items = {
  hand: { kind: "box", flow: "fan" },
  "hand/2C": { art: "card/2C", at: 0 },
  "hand/QH": { art: "card/QH", at: 1 },
  "hand/KH": { art: "card/KH", at: 2 },
  trick: { kind: "box", flow: "row" },
  "trick/AH": { art: "card/AH" },
};
const placed = place(ITEMS, LOOK, SIZE);
const NONE = new Set<string>();

test("cards that cannot be picked are faded if others can", () => {
  expect([...faded(placed, new Set(["hand/QH", "hand/KH"]), NONE)]).toEqual(["hand/2C"]);
});

test("nothing is faded if no card of the hand can be picked", () => {
  expect(faded(placed, new Set(["trick/AH"]), NONE).size).toBe(0);
});

test("a picked card is raised a little, and the others stay", () => {
  const heights = (ids: ReadonlySet<string>): number[] => raised(placed, ids).map(({ y }) => y);
  const moved = heights(new Set(["hand/QH", "trick/AH"])).map((y, index) => (placed[index]?.y ?? 0) - y);
  const byId = Object.fromEntries(placed.map(({ id }, index) => [id, moved[index] ?? 0]));
  expect(byId["hand/QH"]).toBeGreaterThan(8);
  expect([byId["hand/2C"], byId["hand/KH"], byId["trick/AH"], byId["hand"]]).toEqual([0, 0, 0, 0]);
});

test("without picks the places are the same object", () => {
  expect(raised(placed, NONE)).toBe(placed);
});

test("only a faded card gets a veil", () => {
  const drawn = paint(placed, LOOK, { highlighted: new Set(["hand/QH"]) }).map((one) => [
    one.key,
    svgText(one).includes('opacity="0.45"'),
  ]);
  expect(Object.fromEntries(drawn)).toMatchObject({
    "hand/2C": true,
    "hand/QH": false,
    "hand/KH": true,
    "trick/AH": false,
  });
});
