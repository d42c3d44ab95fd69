// A box in the order that a player has chosen, without a change of the scene itself.
import { describe, expect, test } from "vitest";
import { PLAIN, place, sceneOrder, sortables, withSorts, type Items } from "../../../src/scene";

const ITEMS: Items = {
  hand: {
    kind: "box",
    flow: "fan",
    sorts: [
      [["sort-suit", {}], "2C QH KH"],
      [["sort-rank", {}], "KH AS QH 2C"],
      ["As dealt", ""],
    ],
  },
  "hand/QH": { art: "card/QH", at: 0 },
  "hand/2C": { art: "card/2C", at: 1 },
  "hand/KH": { art: "card/KH", at: 2 },
};
const shown = (wanted: Record<string, string> = {}, items = ITEMS): string[] =>
  sceneOrder(withSorts(items, wanted)).slice(1);

describe("a box with sorts", () => {
  test("uses the first order by default", () => {
    expect(shown()).toEqual(["hand/2C", "hand/QH", "hand/KH"]);
  });

  test("uses the order that is chosen by name, and skips missing cards", () => {
    expect(shown({ hand: "sort-rank" })).toEqual(["hand/KH", "hand/QH", "hand/2C"]);
  });

  test("keeps the scene's order if the chosen order lists nothing", () => {
    expect(shown({ hand: "As dealt" })).toEqual(["hand/QH", "hand/2C", "hand/KH"]);
  });

  test("puts unlisted items at the end", () => {
    const items = { ...ITEMS, "hand/5D": { art: "card/5D", at: -1 } };
    expect(shown({}, items)).toEqual(["hand/2C", "hand/QH", "hand/KH", "hand/5D"]);
  });

  test("ignores a stored choice that no longer exists", () => {
    expect(withSorts(ITEMS, { hand: "sort-colour", other: "sort-rank" })).toBe(ITEMS);
  });

  test("may list items whose ids do not start with its own", () => {
    const items: Items = {
      hand: { kind: "box", flow: "row", sorts: [["Backwards", "b a"]] },
      a: { art: "disc", in: "hand", at: 0 },
      b: { art: "disc", in: "hand", at: 1 },
    };
    expect(shown({}, items)).toEqual(["b", "a"]);
  });

  test("is drawn from left to right in that order", () => {
    const cards = place(
      withSorts(ITEMS, { hand: "sort-rank" }),
      { art: {}, texts: PLAIN },
      { width: 390, height: 600 },
    ).slice(1);
    expect([...cards].sort((one, other) => one.x - other.x).map(({ id }) => id)).toEqual([
      "hand/KH",
      "hand/QH",
      "hand/2C",
    ]);
  });
});

test("a sortable box has at least two orders", () => {
  expect(sortables(ITEMS).map(({ box, chosen }) => [box, chosen])).toEqual([["hand", 0]]);
  expect(sortables(withSorts(ITEMS, { hand: "As dealt" })).map(({ chosen }) => chosen)).toEqual([2]);
  expect(sortables({ hand: { kind: "box", sorts: [["By suit", "a b"]] } })).toEqual([]);
});
