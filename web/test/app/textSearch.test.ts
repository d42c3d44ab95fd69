import { expect, test } from "vitest";
import { findByText } from "../../src/app/textSearch";

const all = ["place at 3, -2, turned 90°", "place at 13, 2", "Ärger machen", "challenge"];
const found = (wanted: string) => findByText(all, wanted, (text) => text);

test("an empty search finds everything", () => {
  expect(found("  ")).toEqual(all);
});

test("each typed word starts a word of the text, in any order", () => {
  expect(found("90 pl")).toEqual([all[0]]);
  expect(found("lace")).toEqual([]);
});

test("a number is not found inside another", () => {
  expect(found("3")).toEqual([all[0]]);
  expect(found("-2")).toEqual([all[0]]);
});

test("case and accents are ignored", () => {
  expect(found("arger")).toEqual([all[2]]);
});
