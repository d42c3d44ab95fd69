import { expect, test } from "vitest";
import type { Placed } from "../../../src/scene";
import { arrivals, movedFrom } from "../../../src/table/drawing/pieceMotion";

function piece(id: string, x: number, art = "disc", seat = 0): Placed {
  return { id, item: { art, seat }, parent: null, x, y: 0, width: 10, height: 10, turn: 0, inside: null, font: 12 };
}

const xs = (found: Map<string, { x: number }>) => Object.fromEntries([...found].map(([id, from]) => [id, from.x]));

test("a piece with the same id slides from where it was", () => {
  expect(xs(movedFrom([piece("a", 0), piece("b", 20)], [piece("a", 50), piece("b", 20)]))).toEqual({ a: 0 });
});

test("a new piece slides from where a piece of the same art and seat has vanished", () => {
  expect(xs(movedFrom([piece("hand/1", 0)], [piece("board/1", 80)]))).toEqual({ "board/1": 0 });
  expect(movedFrom([piece("hand/1", 0)], [piece("board/1", 80, "ring")]).size).toBe(0);
  expect(movedFrom([piece("hand/1", 0, "disc", 1)], [piece("board/1", 80)]).size).toBe(0);
});

test("a piece that stays is no origin, and each vanished piece is used once", () => {
  expect(movedFrom([piece("a", 0)], [piece("a", 0), piece("b", 30)]).size).toBe(0);
  expect(xs(movedFrom([piece("a", 0), piece("b", 90)], [piece("c", 10), piece("d", 100)]))).toEqual({ c: 0, d: 90 });
});

test("a piece without an origin fades in", () => {
  const [before, now] = [[piece("a", 0)], [piece("b", 10), piece("c", 20, "cross")]];
  expect(arrivals(before, now, movedFrom(before, now))).toEqual(["c"]);
});
