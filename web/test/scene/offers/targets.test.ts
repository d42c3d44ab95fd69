import { expect, test } from "vitest";
import { withTargets } from "../../../src/scene/offers/targets";
import type { ShownItem, ShownOffer } from "../../../src/wire";

const BOARD: Record<string, ShownItem> = {
  board: { kind: "box", flow: "grid" },
  "board/0,0": { art: "disc" },
  hand: { kind: "box" },
};

function offer(id: string, ghosts: Record<string, ShownItem> = {}): ShownOffer {
  return { label: id, steps: [{ ids: [id] }], ghosts };
}

test("a free cell of a grid can be tapped without being sent", () => {
  expect(withTargets(BOARD, [offer("board/3,-2")])["board/3,-2"]).toEqual({ art: "cell" });
});

test("the place of a ghost is a spot, smaller than the piece that will stand there", () => {
  const ghost: ShownItem = { art: "disc", seat: 1, size: 0.4, at: [0.5, 0.5], in: "board", turn: 90 };
  const spot = withTargets(BOARD, [offer("board/0.5,0.5", { "board/0.5,0.5": ghost })])["board/0.5,0.5"];
  expect(spot).toMatchObject({ art: "spot", seat: 1, at: [0.5, 0.5], in: "board", turn: 0 });
  expect(spot?.size).toBeLessThan(0.4);
});

test("existing items stay as they are", () => {
  expect(withTargets(BOARD, [offer("board/0,0", { "board/0,0": { art: "ring" } })])).toBe(BOARD);
});

test.each(["hand/3,2", "board/x", "nowhere/1,1", "hand/5", "1,1"])("%s is not a cell of a grid", (id) => {
  expect(withTargets(BOARD, [offer(id)])).toBe(BOARD);
});
