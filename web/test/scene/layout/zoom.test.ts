// The arithmetic of zooming and panning.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAIN } from "../../../src/scene";
import {
  contains,
  panned,
  place,
  showing,
  smallestTarget,
  tappable,
  zoomed,
  type Items,
  type Placed,
  type Zoom,
} from "../../../src/scene";

const LOOK = { art: {}, texts: PLAIN };
const SIZE = { width: 800, height: 600 };
const ITEMS: Items = { board: { kind: "box", flow: "grid", pan: true } };
for (let row = 0; row < 30; row += 1)
  for (let column = 0; column < 40; column += 1) ITEMS[`board/${column},${row}`] = {};

function at(zoom?: Zoom): { box: Placed; placed: Placed[]; find: (id: string) => Placed } {
  const placed = place(ITEMS, LOOK, zoom ? { ...SIZE, zooms: { board: zoom } } : SIZE);
  const find = (id: string): Placed => placed.find((one) => one.id === id) as Placed;
  return { box: find("board"), placed, find };
}

const whole = at();

test("everything is visible before any zoom", () => {
  expect(whole.placed.every((one) => contains(whole.box, one))).toBe(true);
});

describe("zoom", () => {
  test("keeps the point under the finger where it is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 600 }),
        fc.integer({ min: 200, max: 400 }),
        fc.double({ min: 1, max: 4, noNaN: true }),
        (x, y, factor) => {
          const { box } = whole;
          const zoom = zoomed(box, factor, { x, y });
          const under = (now: Zoom): number[] => [
            now.x + (x - box.x - box.width / 2) / now.scale,
            now.y + (y - box.y - box.height / 2) / now.scale,
          ];
          const [before, after] = [under(box.zoom as Zoom), under(zoom)];
          expect(after[0]).toBeCloseTo(before[0] as number, 6);
          expect(after[1]).toBeCloseTo(before[1] as number, 6);
        },
      ),
    );
  });

  test("is limited so that something stays visible", () => {
    expect(zoomed(whole.box, 1e9).scale).toBeLessThan(1000);
    expect(zoomed(whole.box, 1e-9).scale).toBeGreaterThan(1);
  });

  test("continues until targets have 24 pixels", () => {
    const ids = new Set(["board/3,3", "board/20,20"]);
    expect(smallestTarget(whole.placed, ids)).toBeLessThan(24);
    const { placed } = at(tappable(whole.box, whole.placed, ids));
    expect(smallestTarget(placed, ids)).toBeGreaterThan(23.9);
  });

  test("stays unchanged if targets are large enough", () => {
    expect(tappable(whole.box, whole.placed, new Set(), 24)).toEqual(whole.box.zoom);
    expect(smallestTarget(whole.placed, new Set(["gone"]))).toBe(Infinity);
  });
});

describe("pan", () => {
  test("moves by the given pixels", () => {
    const close = at(zoomed(whole.box, 3));
    const moved = at(panned(close.box, 30, -12));
    expect(moved.find("board/20,15").x - close.find("board/20,15").x).toBeCloseTo(30, 1);
    expect(moved.find("board/20,15").y - close.find("board/20,15").y).toBeCloseTo(-12, 1);
  });

  test("keeps part of the board in the middle", () => {
    const far = panned(whole.box, 1e6, 1e6);
    expect(at(far).placed.some((one) => one.id !== "board" && contains(whole.box, one))).toBe(true);
  });

  test("makes the focused item visible, and moves no further", () => {
    const close = at(zoomed(whole.box, 4));
    for (const id of ["board/0,0", "board/39,29", "board/0,29", "board/20,15"]) {
      const { box, find } = at(showing(close.box, close.find(id)));
      expect(
        contains({ x: box.x - 0.1, y: box.y - 0.1, width: box.width + 0.2, height: box.height + 0.2 }, find(id)),
      ).toBe(true);
    }
    expect(showing(close.box, close.find("board/20,15"))).toEqual(close.box.zoom);
  });
});
