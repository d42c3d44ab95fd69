import { expect, test } from "vitest";
import { filmOf, frameOf, hashOf, saidIn, spotOf, stepped } from "../../src/replay/film";
import type { FramesShown } from "../../src/wire";

const SHOWN: FramesShown = {
  viewer: null,
  frames: [
    { turn: 0, at: 1, view: { status: "active", phase: "a", prompt: 1, scores: { p0: 0 } } },
    { turn: 1, at: 2, actor: "p0", changes: { prompt: [2], scores: { p0: [3] } }, log: [["p0", "took three"]] },
    { turn: 2, at: 3, actor: "p1" },
    { turn: 3, at: 4, actor: "p0", changes: { phase: ["b"] }, log: [["p0", "passed"], [null, "it is over"]] },
  ],
};

test("each frame's document is that of the one before with its changes", () => {
  const film = filmOf(SHOWN);
  expect(film.views.map((view) => view.prompt)).toEqual([1, 2, 2, 2]);
  expect(film.views.map((view) => view.scores["p0"])).toEqual([0, 3, 3, 3]);
  expect(film.views.map((view) => view.phase)).toEqual(["a", "a", "a", "b"]);
});

test("a log line knows its frame", () => {
  expect(saidIn(filmOf(SHOWN)).map((said) => said.frame)).toEqual([1, 3, 3]);
});

test("steps pass over turns of which this viewer saw nothing", () => {
  const film = filmOf(SHOWN);
  expect(stepped(film, 1, 1)).toBe(3);
  expect(stepped(film, 3, -1)).toBe(1);
  expect(stepped(film, 3, 1)).toBe(3);
  expect(stepped(film, 0, -1)).toBe(0);
});

test("an address leads to its turn and eyes, and nonsense to the beginning", () => {
  expect(spotOf(hashOf({ turn: 12, eyes: "p1" }))).toEqual({ turn: 12, eyes: "p1" });
  expect(spotOf("#turn=-3x")).toEqual({ turn: null, eyes: "spectator" });
  expect(hashOf({ turn: null, eyes: "spectator" })).toBe("");
  expect(frameOf(filmOf(SHOWN), 99)).toBe(3);
  expect(frameOf(filmOf(SHOWN), 2)).toBe(2);
});
