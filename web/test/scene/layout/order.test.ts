// The order for painting, keyboard and screen readers, and the neighbours of items.
import { describe, expect, test } from "vitest";
import { PLAIN } from "../../../src/scene";
import { neighbour, place, sceneOrder, type Items } from "../../../src/scene";

const LOOK = { art: {}, texts: PLAIN };

describe("scene order", () => {
  test("is by order, then by rows, then by columns, then by id", () => {
    const items: Items = {
      board: { kind: "box", flow: "grid" },
      "board/1,0": {},
      "board/0,1": {},
      "board/0,0": {},
      "board/10,0": {},
      first: { in: "board", at: [9, 9], order: -1 },
      b: { in: "board", at: [0, 0] },
    };
    expect(sceneOrder(items)).toEqual(["board", "first", "b", "board/0,0", "board/1,0", "board/10,0", "board/0,1"]);
  });

  test("is by number in a row, and what has no place comes last", () => {
    const items: Items = { row: { kind: "box" }, "row/10": {}, "row/9": {}, "row/x": {}, "row/y": { at: 3 } };
    expect(sceneOrder(items)).toEqual(["row", "row/y", "row/9", "row/10", "row/x"]);
  });

  test("goes through a box before what comes after it", () => {
    const items: Items = { a: { kind: "box" }, "a/b": { kind: "box" }, "a/b/1": {}, "a/c": {}, z: {} };
    expect(sceneOrder(items)).toEqual(["a", "a/b", "a/b/1", "a/c", "z"]);
  });

  test("puts items without an existing box, or in a circle of boxes, into the scene itself", () => {
    const items: Items = {
      "gone/1": {},
      one: { kind: "box", in: "two" },
      two: { kind: "box", in: "one" },
      "one/1": {},
      self: { kind: "box", in: "self" },
    };
    expect(sceneOrder(items).sort()).toEqual(Object.keys(items).sort());
  });
});

describe("arrows", () => {
  const items: Items = { board: { kind: "box", flow: "grid" } };
  for (let row = 0; row < 3; row += 1)
    for (let column = 0; column < 3; column += 1) items[`board/${column},${row}`] = {};
  const placed = place(items, LOOK, { width: 600, height: 500 });
  const cells = new Set(Object.keys(items).filter((id) => id !== "board"));

  test("go to the next cell of a board", () => {
    const ways = (["left", "right", "up", "down"] as const).map((way) => neighbour(placed, "board/1,1", way, cells));
    expect(ways).toEqual(["board/0,1", "board/2,1", "board/1,0", "board/1,2"]);
  });

  test("stop at the edge", () => {
    expect(neighbour(placed, "board/0,0", "left", cells)).toBeNull();
    expect(neighbour(placed, "board/0,0", "up", cells)).toBeNull();
  });

  test("skip items that are not candidates", () => {
    expect(neighbour(placed, "board/0,0", "right", new Set(["board/0,0", "board/2,0", "board/1,2"]))).toBe("board/2,0");
  });

  test("reach items at the side if nothing is ahead", () => {
    expect(neighbour(placed, "board/0,0", "right", new Set(["board/0,0", "board/1,2"]))).toBe("board/1,2");
  });

  test("lead nowhere from an unknown item", () => {
    expect(neighbour(placed, "gone", "left")).toBeNull();
  });
});
