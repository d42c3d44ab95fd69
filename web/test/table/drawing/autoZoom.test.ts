import { expect, test } from "vitest";
import { PLAIN } from "../../../src/scene";
import { place, smallestTarget, TARGET } from "../../../src/scene";
import type { Items } from "../../../src/scene";
import { autoZoom } from "../../../src/table/drawing/autoZoom";

const NO_LOOK = { art: {}, texts: PLAIN };

/** A board with this many cells in a row, in a window of 300 by 300. */
function board(cells: number): Items {
  const places = Array.from({ length: cells }, (_, column) => [`board/${column},0`, { art: "cell" }]);
  return { board: { kind: "box", flow: "grid", pan: true }, ...Object.fromEntries(places) };
}

function looked(cells: number, targets: string[], last: string[]) {
  const [items, wanted] = [board(cells), new Set(targets)];
  const fitted = place(items, NO_LOOK, { width: 300, height: 300 });
  const box = fitted.find((one) => one.id === "board")!;
  const zoom = autoZoom(box, fitted, wanted, last);
  const zoomed = place(items, NO_LOOK, { width: 300, height: 300, ...(zoom ? { zooms: { board: zoom } } : {}) });
  const inSight = zoomed.filter(
    (one) => one.inside === "board" && one.x + 1 >= box.x && one.x + one.width - 1 <= box.x + box.width,
  );
  return { zoom, least: smallestTarget(zoomed, wanted), inSight: new Set(inSight.map((one) => one.id)) };
}

test("targets that are large enough are not zoomed in on", () => {
  expect(looked(5, ["board/0,0"], []).zoom).toBeNull();
});

test("small targets become large enough, and all are visible if they fit", () => {
  const found = looked(60, ["board/57,0", "board/59,0"], ["board/0,0"]);
  expect(found.least).toBeGreaterThanOrEqual(TARGET - 0.01);
  expect([...found.inSight]).toEqual(expect.arrayContaining(["board/57,0", "board/59,0"]));
});

test("if not all targets fit, the last move is visible", () => {
  const found = looked(
    60,
    Array.from({ length: 60 }, (_, column) => `board/${column},0`),
    ["board/9,0"],
  );
  expect(found.least).toBeGreaterThanOrEqual(TARGET - 0.01);
  expect(found.inSight.has("board/9,0")).toBe(true);
});

test("an automatic zoom stays on the board: no side is empty while tiles are cut off", () => {
  const { zoom } = looked(60, ["board/57,0", "board/59,0"], []);
  const box = place(board(60), NO_LOOK, { width: 300, height: 300 }).find((one) => one.id === "board")!;
  const { x, width } = box.bounds!;
  expect(zoom!.x + box.width / zoom!.scale / 2).toBeLessThanOrEqual(x + width + 0.001);
  expect(zoom!.y).toBeCloseTo(box.bounds!.y + box.bounds!.height / 2);
});
