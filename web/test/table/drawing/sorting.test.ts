import { expect, test } from "vitest";
import { readSorts } from "../../../src/table/drawing/sorting";

test("chosen orders are read back, and nothing else", () => {
  expect(readSorts('{"larks": {"hand": "sort-rank", "trick": 3}, "meadows": 7}')).toEqual({
    larks: { hand: "sort-rank" },
    meadows: {},
  });
  expect([null, "", "{", "null", "[]"].map(readSorts)).toEqual([{}, {}, {}, {}, {}]);
});
