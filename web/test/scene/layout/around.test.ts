// Seats around the viewer: visible and apart, the viewer's own below, the others clockwise from the left.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { PLAIN } from "../../../src/scene";
import { place, seated, type Items, type Look, type Placed, type Viewport } from "../../../src/scene";

vi.setConfig({ testTimeout: 120_000 });

const LOOK: Look = { art: {}, texts: PLAIN };
const LAPTOP: Viewport = { width: 1280, height: 700 };
const PHONE: Viewport = { width: 390, height: 700 };
const SEATS = fc.integer({ min: 2, max: 10 });
const VIEWPORT = fc.constantFrom(
  LAPTOP,
  PHONE,
  { width: 1900, height: 950 },
  { width: 360, height: 560 },
  { width: 600, height: 900 },
);

interface Kind {
  cards: number;
  middle: "none" | "pieces" | "pane";
  name: string;
}

const KIND: fc.Arbitrary<Kind> = fc.record({
  cards: fc.constantFrom(0, 1, 5),
  middle: fc.constantFrom("none", "pieces", "pane"),
  name: fc.constantFrom("Ada", "W".repeat(40)),
});

/** A table with this many seats, each with a plate and some cards, from the viewpoint of one of them. */
function table(count: number, viewer: number | null, { cards, middle, name }: Kind): Items {
  const items: Items = { table: { kind: "box", flow: "around" } };
  for (let seat = 0; seat < count; seat += 1) {
    const box = `table/${seat}`;
    items[box] = { kind: "box", flow: "column" };
    items[`${box}/plate`] = { kind: "plate", seat, text: "5 dice" };
    if (cards) items[`${box}/cards`] = { kind: "box", flow: "row", order: 1, unit: 0.5 };
    for (let card = 0; card < cards; card += 1) items[`${box}/cards/${card}`] = { art: "card/back" };
  }
  if (middle !== "none") items["table/middle"] = { kind: "box", flow: "grid", pan: middle === "pane" };
  if (middle !== "none") for (let at = 0; at < 4; at += 1) items[`table/middle/${at},0`] = { art: "card/AS" };
  return seated(
    items,
    Array.from({ length: count }, (_, seat) => ({ name: `${name}${seat}`, score: 100 + seat })),
    viewer,
  );
}

const seatsIn = (placed: Placed[]): Placed[] =>
  placed.filter(({ parent, item }) => parent === "table" && item.pan !== true);

function overlap(one: Placed, other: Placed): boolean {
  const slack = 0.1;
  return (
    one.x + one.width > other.x + slack &&
    other.x + other.width > one.x + slack &&
    one.y + one.height > other.y + slack &&
    other.y + other.height > one.y + slack
  );
}

const middleOf = ({ x, y, width, height }: Placed): [number, number] => [x + width / 2, y + height / 2];

function placedAt(items: Items, viewport: Viewport): Record<string, Placed> {
  return Object.fromEntries(place(items, LOOK, viewport).map((one) => [one.id, one]));
}

describe("any number of seats", () => {
  test("are visible, and overlap neither each other nor the middle", () => {
    fc.assert(
      fc.property(SEATS, fc.nat(9), VIEWPORT, KIND, (count, viewer, viewport, kind) => {
        const placed = place(table(count, viewer % count, kind), LOOK, viewport);
        const parts = placed.filter(({ parent }) => parent === "table");
        expect(parts).toHaveLength(count + (kind.middle === "none" ? 0 : 1));
        parts.forEach((one, index) => {
          expect(one.x).toBeGreaterThanOrEqual(-0.1);
          expect(one.y).toBeGreaterThanOrEqual(-0.1);
          expect(one.x + one.width).toBeLessThanOrEqual(viewport.width + 0.1);
          expect(one.y + one.height).toBeLessThanOrEqual(viewport.height + 0.1);
          expect(parts.slice(index + 1).filter((other) => overlap(one, other))).toEqual([]);
        });
      }),
    );
  });

  test("contain their items", () => {
    fc.assert(
      fc.property(SEATS, VIEWPORT, KIND, (count, viewport, kind) => {
        const placed = place(table(count, 0, kind), LOOK, viewport);
        const boxes = new Map(placed.map((one) => [one.id, one]));
        for (const one of placed.filter(({ id }) => id.endsWith("/plate"))) {
          const box = boxes.get(one.parent ?? "") as Placed;
          expect(one.x).toBeGreaterThanOrEqual(box.x - 0.1);
          expect(one.x + one.width).toBeLessThanOrEqual(box.x + box.width + 0.1);
        }
      }),
    );
  });

  test("have the viewer's own below all others, with the middle between", () => {
    fc.assert(
      fc.property(SEATS, fc.nat(9), VIEWPORT, (count, seat, viewport) => {
        const viewer = seat % count;
        const at = placedAt(table(count, viewer, { cards: 2, middle: "pieces", name: "Ada" }), viewport);
        const own = at[`table/${viewer}`] as Placed;
        for (const one of seatsIn(Object.values(at)))
          if (one !== own) expect(one.y + one.height).toBeLessThanOrEqual(own.y + 0.1);
        expect(middleOf(at["table/middle"] as Placed)[0]).toBeCloseTo(middleOf(own)[0], 0);
      }),
    );
  });
});

describe("four at a table", () => {
  const kind: Kind = { cards: 3, middle: "pieces", name: "Ada" };

  test("sit on the left, above and on the right, clockwise from every viewer", () => {
    for (const viewer of [0, 1, 2, 3]) {
      const at = placedAt(table(4, viewer, kind), LAPTOP);
      const seat = (after: number): [number, number] => middleOf(at[`table/${(viewer + after) % 4}`] as Placed);
      const [left, top, right] = [seat(1), seat(2), seat(3)];
      const middle = middleOf(at["table/middle"] as Placed);
      expect(left[0]).toBeLessThan(middle[0]);
      expect(right[0]).toBeGreaterThan(middle[0]);
      expect(top[1]).toBeLessThan(middle[1]);
      expect(left[1]).toBeCloseTo(right[1], 0);
    }
  });

  test("are arranged for spectators as for the first seat", () => {
    expect(place(table(4, null, kind), LOOK, LAPTOP)).toEqual(place(table(4, 0, kind), LOOK, LAPTOP));
  });

  test("are in one row above the middle on a phone, from the viewer's left", () => {
    const at = placedAt(table(4, 2, kind), PHONE);
    const others = [3, 0, 1].map((seat) => at[`table/${seat}`] as Placed);
    expect(new Set(others.map((one) => Math.round(one.y + one.height / 2))).size).toBe(1);
    expect(others.map(({ x }) => x)).toEqual([...others.map(({ x }) => x)].sort((one, other) => one - other));
    expect(Math.max(...others.map(({ y, height }) => y + height))).toBeLessThan((at["table/middle"] as Placed).y);
  });
});

test("a panning board in the middle takes the room that the seats leave", () => {
  const at = placedAt(table(4, 0, { cards: 0, middle: "pane", name: "Ada" }), LAPTOP);
  expect(at["table/middle"]?.width).toBeGreaterThan(700);
  expect(at["table/middle"]?.height).toBeGreaterThan(450);
});
