import { expect, test } from "vitest";
import { readSorts } from "../../src/table/sorting";

test("orders that were chosen are read again, and nothing else is", () => {
  expect(readSorts('{"larks": {"hand": "sort-rank", "trick": 3}, "meadows": 7}')).toEqual({
    larks: { hand: "sort-rank" },
    meadows: {},
  });
  expect([null, "", "{", "null", "[]"].map(readSorts)).toEqual([{}, {}, {}, {}, {}]);
});
