import { expect, test } from "vitest";
import { frameSetOf, frameOf, hashOf, loggedLines, positionOf, standsFor, stepped } from "../../src/replay/frames";
import type { FramesShown } from "../../src/wire";

const SHOWN: FramesShown = {
  viewer: null,
  frames: [
    { turn: 0, at: 1, view: { status: "active", phase: "a", prompt: 1, scores: { p0: 0 } } },
    { turn: 1, at: 2, actor: "p0", changes: { prompt: [2], scores: { p0: [3] } }, log: [["p0", "took three"]] },
    { turn: 2, at: 3, actor: "p1" },
    {
      turn: 3,
      at: 4,
      actor: "p0",
      changes: { phase: ["b"] },
      log: [
        ["p0", "passed"],
        [null, "it is over"],
      ],
    },
  ],
};

test("each frame's document is the previous one with the frame's changes", () => {
  const frameSet = frameSetOf(SHOWN);
  expect(frameSet.views.map((view) => view.prompt)).toEqual([1, 2, 2, 2]);
  expect(frameSet.views.map((view) => view.scores["p0"])).toEqual([0, 3, 3, 3]);
  expect(frameSet.views.map((view) => view.phase)).toEqual(["a", "a", "a", "b"]);
});

test("a log line knows its frame", () => {
  expect(loggedLines(frameSetOf(SHOWN)).map((said) => said.frame)).toEqual([1, 3, 3]);
});

test("steps skip turns without anything visible to this viewer", () => {
  const frameSet = frameSetOf(SHOWN);
  expect(stepped(frameSet, 1, 1)).toBe(3);
  expect(stepped(frameSet, 3, -1)).toBe(1);
  expect(stepped(frameSet, 3, 1)).toBe(3);
  expect(stepped(frameSet, 0, -1)).toBe(0);
});

test("an address leads to its turn and viewpoint, an invalid one to the beginning", () => {
  expect(positionOf(hashOf({ turn: 12, viewpoint: "p1" }))).toEqual({ turn: 12, stage: null, viewpoint: "p1" });
  expect(positionOf(hashOf({ turn: 12, stage: 2, viewpoint: "p1" }))).toEqual({ turn: 12, stage: 2, viewpoint: "p1" });
  expect(positionOf("#turn=-3x&stage=no")).toEqual({ turn: null, stage: null, viewpoint: "spectator" });
  expect(hashOf({ turn: null, viewpoint: "spectator" })).toBe("");
  expect(frameOf(frameSetOf(SHOWN), { turn: 99 })).toBe(3);
  expect(frameOf(frameSetOf(SHOWN), { turn: 2 })).toBe(2);
});

const STAGED: FramesShown = {
  viewer: null,
  frames: [
    ...SHOWN.frames.slice(0, 1),
    { turn: 1, at: 2, stage: 1, shown_ms: 1500, changes: { phase: ["trick"] }, log: [["p0", "played"]] },
    { turn: 1, at: 2, stage: 2, shown_ms: 500 },
    { turn: 1, at: 2, changes: { phase: ["a"], prompt: [2] }, log: [["p0", "took it"]] },
    { turn: 2, at: 3 },
  ],
};

test("stages come before the end of their turn and have their own addresses", () => {
  const frameSet = frameSetOf(STAGED);
  expect(frameSet.views.map((view) => view.phase)).toEqual(["a", "trick", "trick", "a", "a"]);
  expect([0, 1, 2, 3].map((from) => stepped(frameSet, from, 1))).toEqual([1, 2, 3, 4]);
  expect(frameOf(frameSet, { turn: 1 })).toBe(3);
  expect(frameOf(frameSet, { turn: 1, stage: 1 })).toBe(1);
  expect(frameOf(frameSet, { turn: 1, stage: 2 })).toBe(2);
  expect(frameOf(frameSet, { turn: 1, stage: 7 })).toBe(3);
});

test("a stage is shown for its own time, scaled by the pace", () => {
  const { frames } = frameSetOf(STAGED);
  expect(frames.map((frame) => standsFor(frame, 1000))).toEqual([1000, 1500, 500, 1000, 1000]);
  expect(standsFor(frames[1], 2000)).toBe(3000);
});
