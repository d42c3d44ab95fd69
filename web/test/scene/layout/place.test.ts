// The layout: everything visible, nothing overlaps, and the same result every time.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { PLAIN } from "../../../src/scene";
import {
  comfortableHeight,
  place,
  placeGhosts,
  type Items,
  type Look,
  type Placed,
  type Viewport,
} from "../../../src/scene";
import type { ShownItem } from "../../../src/wire";

// A long timeout, because there are many cases and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const LOOK: Look = { art: { tile: { svg: "", box: [0, 0, 100, 100] } }, texts: PLAIN };

const FLOW = fc.constantFrom("free", "grid", "row", "column", "fan", "stack", "wrap", "around");
const PART = fc.constantFrom("a", "b", "1", "2", "3", "0,0", "1,2", "-1,0.5");
const ID = fc.oneof(
  PART,
  fc.tuple(PART, PART).map((parts) => parts.join("/")),
  fc.tuple(PART, PART, PART).map((parts) => parts.join("/")),
);

const ITEM: fc.Arbitrary<ShownItem> = fc.record(
  {
    kind: fc.constantFrom("box", "box", "piece", "count", "text", "plate", "table", "button"),
    in: fc.constantFrom("a", "b", "a/b", "nowhere"),
    at: fc.oneof(
      fc.nat(9),
      fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })) as fc.Arbitrary<[number, number]>,
    ),
    order: fc.nat(3),
    label: fc.constantFrom("", "a label"),
    art: fc.constantFrom("disc", "card/AS", "tile", "unknown"),
    turn: fc.constantFrom(0, 90, 180, 270, 45),
    size: fc.constantFrom(0.5, 1, 2),
    n: fc.nat(20),
    text: fc.constantFrom("", "Words", "A sentence of several words that is rather long, as sentences go."),
    head: fc.constantFrom([], ["Name", "Points"]),
    rows: fc.constantFrom(
      [],
      [
        ["Ada", 3],
        ["Ben", 12],
      ],
    ),
    flow: FLOW,
    tall: FLOW,
    pan: fc.boolean(),
    frame: fc.boolean(),
    extent: fc.constantFrom<[number, number]>([4, 3]),
    unit: fc.constantFrom(0.4, 1, 2),
    fit: fc.constantFrom(0.5, 2),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ShownItem>;

const ITEMS: fc.Arbitrary<Items> = fc.dictionary(ID, ITEM, { maxKeys: 25 });
const VIEWPORT = fc.constantFrom<Viewport>(
  { width: 360, height: 400 },
  { width: 360, height: 740 },
  { width: 900, height: 700 },
  { width: 1280, height: 640 },
  { width: 2560, height: 1400 },
);

function outside({ x, y, width, height, turn }: Placed, viewport: Viewport): boolean {
  const [cos, sin] = [Math.abs(Math.cos((turn * Math.PI) / 180)), Math.abs(Math.sin((turn * Math.PI) / 180))];
  const [w, h] = [width * cos + height * sin, width * sin + height * cos];
  const [left, top] = [x + (width - w) / 2, y + (height - h) / 2];
  return left < -0.1 || top < -0.1 || left + w > viewport.width + 0.1 || top + h > viewport.height + 0.1;
}

function overlap(one: Placed, other: Placed): boolean {
  const slack = 0.1;
  return (
    one.x + one.width > other.x + slack &&
    other.x + other.width > one.x + slack &&
    one.y + one.height > other.y + slack &&
    other.y + other.height > one.y + slack
  );
}

describe("any items at all", () => {
  test("have one place each, inside the viewport unless they are in a pane", () => {
    fc.assert(
      fc.property(ITEMS, VIEWPORT, (items, viewport) => {
        const placed = place(items, LOOK, viewport);
        expect(placed.map(({ id }) => id).sort()).toEqual(Object.keys(items).sort());
        expect(placed.filter((one) => one.inside === null && outside(one, viewport))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("get the same places, in any order of the input", () => {
    fc.assert(
      fc.property(ITEMS, VIEWPORT, (items, viewport) => {
        const backwards = Object.fromEntries(Object.entries(items).reverse());
        expect(place(backwards, LOOK, viewport)).toEqual(place(items, LOOK, viewport));
      }),
    );
  });

  test("come after the box that they are in", () => {
    fc.assert(
      fc.property(ITEMS, VIEWPORT, (items, viewport) => {
        const seen = new Set<string | null>([null]);
        for (const { id, parent } of place(items, LOOK, viewport)) {
          expect(seen).toContain(parent);
          seen.add(id);
        }
      }),
    );
  });

  test("do not overlap in a row, a column, a wrapped row or a grid", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("row", "column", "wrap", "grid"),
        fc.integer({ min: 2, max: 24 }),
        VIEWPORT,
        fc.boolean(),
        (flow, count, viewport, frame) => {
          const items: Items = { box: { kind: "box", flow: flow as "row", frame, label: "Box" } };
          for (let index = 0; index < count; index += 1)
            items[`box/${flow === "grid" ? `${index % 5},${Math.floor(index / 5)}` : index}`] = { art: "tile" };
          const pieces = place(items, LOOK, viewport).filter(({ item }) => item.kind !== "box");
          for (const [index, one] of pieces.entries())
            expect(pieces.slice(index + 1).filter((other) => overlap(one, other))).toEqual([]);
        },
      ),
    );
  });
});

describe("items that are only for some screens", () => {
  const SCREENS = [
    { width: 1280, height: 640 },
    { width: 390, height: 740 },
  ] as const;
  const ids = (items: Items, viewport: Viewport): string[] => place(items, LOOK, viewport).map(({ id }) => id);

  test("appear on these with their contents, and not on the others", () => {
    const only = fc.constantFrom("wide", "tall", undefined);
    fc.assert(
      fc.property(fc.dictionary(ID, fc.tuple(ITEM, only), { maxKeys: 20 }), (drawn) => {
        const items: Items = {};
        for (const [id, [item, screen]] of Object.entries(drawn)) items[id] = screen ? { ...item, only: screen } : item;
        const [wide, tall] = SCREENS.map((viewport) => place(items, LOOK, viewport)) as [Placed[], Placed[]];
        expect(wide.filter(({ item }) => item.only === "tall")).toEqual([]);
        expect(tall.filter(({ item }) => item.only === "wide")).toEqual([]);
        const both = Object.entries(items).filter(([, { only: screen }]) => screen === undefined);
        const all = Object.values(items).every(({ only: screen }) => screen === undefined);
        if (all) for (const placed of [wide, tall]) expect(placed).toHaveLength(both.length);
      }),
    );
  });

  test("take the contents of a box with them, instead of leaving them in the scene", () => {
    const items: Items = {
      side: { kind: "box", only: "wide" },
      "side/inner": { kind: "box" },
      "side/inner/0": { kind: "text", text: "Ada" },
      main: { kind: "text", text: "Ben" },
    };
    expect(ids(items, SCREENS[0])).toContain("side/inner/0");
    expect(ids(items, SCREENS[1])).toEqual(["main"]);
  });
});

describe("text that fits", () => {
  const LONG = "Wolfgang Amadeus Maximilian Mustermann WWW";

  test("is never wider than its limit or its box, and always one line", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.constantFrom(0.5, 1, 3), VIEWPORT, (text, fit, viewport) => {
        const items: Items = {
          box: { kind: "box", flow: "column" },
          "box/0": { art: "tile" },
          "box/1": { kind: "text", text, fit },
        };
        const at = Object.fromEntries(place(items, LOOK, viewport).map((one) => [one.id, one]));
        const [piece, line] = [at["box/0"], at["box/1"]] as [Placed, Placed];
        // Placed numbers are rounded to a tenth, so three times the font may be off by 0.15, and a width by 0.05.
        expect(line.width).toBeLessThanOrEqual(Math.max(fit * piece.height, 3 * line.font) + 0.2);
        expect(line.height).toBeLessThan(1.5 * line.font);
      }),
    );
  });

  test("gives way in a row to items that cannot be smaller", () => {
    const items: Items = { row: { kind: "box", flow: "row" } };
    for (let seat = 0; seat < 6; seat += 1) {
      items[`row/${seat}`] = { kind: "box", flow: "column" };
      items[`row/${seat}/card`] = { art: "card/back" };
      items[`row/${seat}/name`] = { kind: "text", text: LONG, fit: 4, order: 1 };
    }
    const placed = place(items, LOOK, { width: 390, height: 700 });
    const leaves = placed.filter(({ item }) => item.kind !== "box");
    for (const [index, one] of leaves.entries())
      expect(leaves.slice(index + 1).filter((other) => overlap(one, other))).toEqual([]);
    expect(Math.min(...placed.filter(({ item }) => item.art).map(({ width }) => width))).toBeGreaterThan(24);
  });
});

describe("the unit of a box", () => {
  const heightsOf = (unit: number | undefined, viewport: Viewport): [number, number, number] => {
    const own = unit === undefined ? {} : { unit };
    const items: Items = {
      trick: { kind: "box", flow: "free", extent: [3, 3], ...own },
      "trick/1,1": { art: "card/AS" },
      others: { kind: "box", flow: "row", ...own },
      "others/0": { art: "card/AS" },
      hand: { kind: "box", flow: "fan" },
      "hand/0": { art: "card/AS" },
    };
    const at = Object.fromEntries(place(items, LOOK, viewport).map((one) => [one.id, one.height]));
    return [at["trick/1,1"] ?? 0, at["others/0"] ?? 0, at["hand/0"] ?? 0];
  };

  test("of 1 makes a card on a board as large as a card in the hand", () => {
    fc.assert(
      fc.property(VIEWPORT, (viewport) => {
        const [trick, , hand] = heightsOf(1, viewport);
        expect(trick).toBeCloseTo(hand, 1);
      }),
    );
  });

  test("of a half makes them half as large, on boards and in rows alike", () => {
    fc.assert(
      fc.property(VIEWPORT, (viewport) => {
        const [trick, others, hand] = heightsOf(0.5, viewport);
        expect(trick).toBeCloseTo(hand / 2, 1);
        expect(others).toBeCloseTo(hand / 2, 1);
      }),
    );
  });
});

describe("a hand", () => {
  const hand = (count: number): Items => {
    const items: Items = { hand: { kind: "box", flow: "fan" } };
    for (let index = 0; index < count; index += 1) items[`hand/${index}`] = { art: "card/AS" };
    return items;
  };

  test.each([
    [13, 360],
    [13, 390],
    [17, 390],
    [20, 390],
  ])("of %i cards keeps them large on a phone %i pixels wide, in two rows if need be", (count, width) => {
    const cards = place(hand(count), LOOK, { width, height: 600 }).filter(({ parent }) => parent === "hand");
    const steps = cards.slice(1).map((card, index) => card.x - (cards[index]?.x ?? 0));
    expect(Math.min(...steps.filter((step) => step > 0))).toBeGreaterThan(23.98);
    expect(Math.min(...cards.map(({ width }) => width))).toBeGreaterThan(56);
    expect(new Set(cards.map(({ y }) => y)).size).toBeLessThanOrEqual(2);
  });

  test("of forty cards is broken into rows before cards become too small to hit", () => {
    const cards = place(hand(40), LOOK, { width: 360, height: 640 }).filter(({ parent }) => parent === "hand");
    expect(new Set(cards.map(({ y }) => y)).size).toBeGreaterThan(1);
    expect(Math.min(...cards.map(({ width }) => width))).toBeGreaterThanOrEqual(24);
  });
});

describe("a board", () => {
  const board = (columns: number, rows: number, pan = false): Items => {
    const items: Items = { board: { kind: "box", flow: "grid", pan } };
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) items[`board/${column},${row}`] = { art: "tile" };
    return items;
  };

  test("of three by three fills most of the shorter side", () => {
    const cells = place(board(3, 3), LOOK, { width: 900, height: 700 }).filter(({ parent }) => parent === "board");
    expect(Math.min(...cells.map(({ height }) => height))).toBeGreaterThan(180);
  });

  test("with columns to the right and rows downwards", () => {
    const at = Object.fromEntries(place(board(3, 3), LOOK, { width: 900, height: 700 }).map((one) => [one.id, one]));
    expect(at["board/1,0"]?.x).toBeGreaterThan(at["board/0,0"]?.x ?? Infinity);
    expect(at["board/0,1"]?.y).toBeGreaterThan(at["board/0,0"]?.y ?? Infinity);
  });

  test("that pans takes the remaining room", () => {
    const items: Items = {
      ...board(4, 4, true),
      side: { kind: "box", flow: "column", frame: true },
      "side/0": { kind: "text", text: "Ada 12" },
    };
    const placed = place(items, LOOK, { width: 1280, height: 640 });
    const pane = placed.find(({ id }) => id === "board");
    const side = placed.find(({ id }) => id === "side");
    expect(pane?.width).toBeGreaterThan(900);
    expect(pane?.height).toBeGreaterThan(600);
    expect(side?.width).toBeGreaterThan(40);
  });

  test("is shown with its zoom", () => {
    const zooms = { board: { scale: 50, x: 1, y: 2 } };
    const placed = place(board(4, 4, true), LOOK, { width: 900, height: 700, zooms });
    const middle = placed.find(({ id }) => id === "board/1,2");
    expect(middle).toMatchObject({ x: 425, y: 325, width: 50, height: 50, inside: "board" });
  });

  test("does not move when ghosts are shown", () => {
    const items = board(4, 4, true);
    const viewport = { width: 900, height: 700 };
    const [ghost] = placeGhosts(items, { "board/3,3": { art: "disc", turn: 90 } }, LOOK, viewport);
    const under = place(items, LOOK, viewport).find(({ id }) => id === "board/3,3");
    expect([ghost?.x, ghost?.y, ghost?.width]).toEqual([under?.x, under?.y, under?.width]);
  });
});

test("a scene that would be too small on a low screen asks for more height and scrolls", () => {
  const items: Items = { list: { kind: "box", flow: "column" } };
  for (let index = 0; index < 30; index += 1) items[`list/${index}`] = { kind: "button", text: `Button ${index}` };
  expect(comfortableHeight(items, LOOK, { width: 360, height: 400 })).toBeGreaterThan(30 * 40);
  expect(comfortableHeight({}, LOOK, { width: 360, height: 400 })).toBe(400);
});
