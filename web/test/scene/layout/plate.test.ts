// Seats' plates: the same size for all, a fixed layout for any name, and a text for screen readers.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { houseTexts } from "../../../src/texts/house";
import {
  clockOn,
  labelOf,
  paint,
  place,
  seated,
  seatsWithPlates,
  svgText,
  type Items,
  type Look,
  type Placed,
  type PlateShown,
} from "../../../src/scene";
import { textWidth } from "../../../src/scene/layout/textWidth";

vi.setConfig({ testTimeout: 120_000 });

const LOOK: Look = { art: {}, texts: houseTexts };
const LAPTOP = { width: 1280, height: 700 };
const PHONE = { width: 390, height: 600 };

const PLATE: fc.Arbitrary<PlateShown> = fc.record(
  {
    name: fc.oneof(fc.string({ maxLength: 40 }), fc.constant("W".repeat(40)), fc.constant("Ada")),
    score: fc.constantFrom(null, 0, 12, -3.5, 123456),
    turn: fc.boolean(),
    done: fc.boolean(),
    mine: fc.boolean(),
    away: fc.boolean(),
    clock: fc.constantFrom(null, "", "1:05", "1:05:00"),
    note: fc.constantFrom("", "away"),
  },
  { requiredKeys: ["name"] },
);

function row(count: number, text = ""): Items {
  const items: Items = { row: { kind: "box", flow: "wrap" } };
  for (let seat = 0; seat < count; seat += 1) items[`row/${seat}`] = { kind: "plate", seat, ...(text ? { text } : {}) };
  return items;
}

const platesIn = (items: Items, viewport: typeof PHONE): Placed[] =>
  place(items, LOOK, viewport).filter(({ item }) => item.kind === "plate");

describe("plates", () => {
  test("have the same size and are visible, with any names", () => {
    fc.assert(
      fc.property(
        fc.array(PLATE, { minLength: 1, maxLength: 10 }),
        fc.constantFrom(PHONE, LAPTOP),
        (plates, viewport) => {
          const placed = platesIn(seated(row(plates.length, "5 dice"), plates, null), viewport);
          expect(
            new Set(placed.map(({ width, height }) => `${Math.round(width * 10)} ${Math.round(height * 10)}`)).size,
          ).toBe(1);
          for (const one of placed) expect(one.x + one.width).toBeLessThanOrEqual(viewport.width);
        },
      ),
    );
  });

  test("keep their text inside their frames", () => {
    fc.assert(
      fc.property(
        PLATE,
        fc.constantFrom("", "5 dice", "a very long remark on what was done there"),
        fc.constantFrom(PHONE, LAPTOP),
        (plate, text, viewport) => {
          const [one] = platesIn(seated(row(4, text), [plate, plate, plate, plate], 0), viewport) as [Placed];
          for (const { words, left, right } of lines(
            svgText(paint([one], LOOK)[0] ?? { tag: "g", attributes: {}, children: [] }),
          )) {
            expect(left, words).toBeGreaterThanOrEqual(-0.1);
            expect(right, words).toBeLessThanOrEqual(one.width + 0.1);
          }
          const clock = clockOn(one);
          expect(clock.x + clock.width).toBeLessThanOrEqual(one.x + one.width);
        },
      ),
    );
  });

  test("keep their size when the turn changes, or a player answers or leaves", () => {
    const [before, after] = [
      [{ name: "Ada", turn: true }, { name: "Ben" }],
      [
        { name: "Ada", done: true },
        { name: "Ben", turn: true, away: true },
      ],
    ];
    const sizes = [before, after].map((plates) =>
      platesIn(seated(row(2, "5 dice"), plates, null), PHONE).map(({ x, y, width, height }) => [x, y, width, height]),
    );
    expect(sizes[0]).toEqual(sizes[1]);
  });

  test("say name, points, turn and what the game adds", () => {
    const items = seated(
      row(2, "5 dice"),
      [
        { name: "Ada", score: 12, turn: true, mine: true },
        { name: "Ben", score: 0.5, done: true, note: "away" },
      ],
      0,
    );
    expect(["row/0", "row/1"].map((id) => labelOf(id, items[id] ?? {}, LOOK))).toEqual([
      "Ada (you), 12 points, your turn, 5 dice",
      "Ben, 0.5 points, has chosen, away · 5 dice",
    ]);
  });

  test("of unknown seats are named by number", () => {
    expect(labelOf("x", { kind: "plate", seat: 2 }, LOOK)).toBe("Seat 3");
  });

  test("are found by their seats", () => {
    expect([...seatsWithPlates({ ...row(2), hand: { kind: "box" } })]).toEqual([0, 1]);
  });
});

/** The texts of a drawing, with their start and end. */
function lines(svg: string): { words: string; left: number; right: number }[] {
  return [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = "", escaped = ""]) => {
    const words = escaped.replace(
      /&(\w+|#39);/g,
      (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name] ?? "",
    );
    const of = (name: string): string => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    const wide = textWidth(words, Number(of("font-size")), Number(of("font-weight") || 400) > 500);
    const left = Number(of("x")) - wide * ({ end: 1, middle: 0.5 }[of("text-anchor")] ?? 0);
    return { words, left, right: left + wide };
  });
}
