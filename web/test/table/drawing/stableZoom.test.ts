import { expect, test } from "vitest";
import type { Placed, Rect } from "../../../src/scene";
import { stableZooms } from "../../../src/table/drawing/stableZoom";

/** A box of 100 by 100 pixels, fitted to these bounds. */
function box(bounds: Rect): Placed {
  const scale = Math.min(100 / bounds.width, 100 / bounds.height);
  const zoom = { scale, x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  return {
    id: "board",
    item: { kind: "box" },
    parent: null,
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    turn: 0,
    inside: null,
    font: 12,
    zoom,
    bounds,
  };
}

const wide = box({ x: 0, y: 0, width: 5, height: 3 });

test("a board that grows within its view, or shrinks a little, stays where it is", () => {
  const kept = stableZooms({}, [wide]);
  expect(stableZooms(kept, [box({ x: 0, y: -1, width: 5, height: 5 })])).toEqual(kept);
  expect(stableZooms(kept, [box({ x: 0, y: 0, width: 4, height: 3 })])).toEqual(kept);
});

test("a board that grows out of its view is fitted again", () => {
  const larger = box({ x: -1, y: 0, width: 6, height: 3 });
  expect(stableZooms(stableZooms({}, [wide]), [larger])["board"]).toEqual(larger.zoom);
});

test("a board that could be much larger is fitted again", () => {
  const smaller = box({ x: 1, y: 1, width: 2, height: 2 });
  expect(stableZooms(stableZooms({}, [wide]), [smaller])["board"]).toEqual(smaller.zoom);
});

test("a board that has grown to one side is centred", () => {
  const wider = { ...wide, width: 1000, height: 1000 };
  const kept = stableZooms({}, [{ ...wider, zoom: { scale: 100, x: 2.5, y: 1.5 } }]);
  const grown = { ...wider, bounds: { x: 0, y: 0, width: 9, height: 3 }, zoom: { scale: 100, x: 4.5, y: 1.5 } };
  expect(stableZooms(kept, [grown])["board"]).toEqual(grown.zoom);
});

test("without a change the same object is returned", () => {
  const kept = stableZooms({}, [wide]);
  expect(stableZooms(kept, [wide])).toBe(kept);
});
