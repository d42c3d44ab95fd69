// Faults that are reported to the author of a scene, and overlaps that are intended.
import { describe, expect, test } from "vitest";
import { layoutFaults } from "../../../src/scene/layout/faults";
import { PLAIN, type Items, type Look, type Viewport } from "../../../src/scene";

const LOOK: Look = { art: {}, texts: PLAIN };
const PHONE: Viewport = { width: 390, height: 600 };
const faults = (items: Items): string[] =>
  layoutFaults(items, LOOK, PHONE).map(({ what, ids }) => `${what} ${ids.join(" ")}`);
const NAME = "Maximiliane Wommersdorf-Quammen";

describe("is intended", () => {
  test("that cards of a fan and of a pile lie on each other", () => {
    const items: Items = { hand: { kind: "box", flow: "fan" }, pile: { kind: "box", flow: "stack" } };
    for (let card = 0; card < 13; card += 1) items[`hand/${card}`] = { art: "card/AS" };
    for (let card = 0; card < 5; card += 1) items[`pile/${card}`] = { art: "card/back" };
    expect(faults(items)).toEqual([]);
  });

  test("that pieces stand on tiles, and words on what they are about", () => {
    const items: Items = {
      board: { kind: "box", flow: "grid" },
      "board/0,0": { art: "cell" },
      meeple: { art: "disc", in: "board", at: [0.35, 0.35], size: 0.2 },
      name: { kind: "text", text: "A1", in: "board", at: [0, 0] },
    };
    expect(faults(items)).toEqual([]);
  });

  test("that a text with fit is shortened", () => {
    const items: Items = { row: { kind: "box", flow: "row" } };
    for (let seat = 0; seat < 5; seat += 1) items[`row/${seat}`] = { kind: "text", text: NAME, fit: 3, seat };
    expect(faults(items)).toEqual([]);
  });
});

describe("is reported", () => {
  test("that words on a board run into each other, or stand out of their tile", () => {
    const items: Items = {
      board: { kind: "box", flow: "grid" },
      "board/0,0": { kind: "text", text: NAME },
      "board/1,0": { kind: "text", text: NAME },
      tile: { art: "cell", in: "board", at: [0, 1] },
      "board/0,1": { kind: "text", text: NAME },
    };
    expect(faults(items)).toEqual(["overlap board/0,0 board/1,0", "overlap board/0,1 tile"]);
  });

  test("that a box on a board is larger than its cell", () => {
    const items: Items = { board: { kind: "box", flow: "grid" } };
    for (const cell of [0, 1]) {
      items[`board/${cell},0`] = { kind: "box" };
      for (let card = 0; card < 3; card += 1) items[`board/${cell},0/${card}`] = { art: "cell" };
    }
    expect(faults(items)).toEqual(["overlap board/0,0/1 board/1,0/0", "overlap board/0,0/2 board/1,0/1"]);
  });

  test("that there is too much to be readable", () => {
    const items: Items = { row: { kind: "box", flow: "row" } };
    for (let seat = 0; seat < 40; seat += 1) {
      items[`row/${seat}`] = { kind: "box" };
      items[`row/${seat}/0`] = { kind: "text", text: "words" };
    }
    expect(faults(items)).toContain("small row/0/0");
  });
});
