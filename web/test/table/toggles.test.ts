import { expect, test } from "vitest";
import { kept, wanted } from "../../src/table/toggles";
import type { ShownOffer } from "../../src/wire";

const offers: ShownOffer[] = [{ label: "call" }, { label: "pass", toggle: "no_calls" }];

test("the offer of a switch that is on is sent, and no other", () => {
  expect(wanted(offers, new Set(["no_calls"]))).toBe(1);
  expect(wanted(offers, new Set(["win"]))).toBeNull();
  expect(wanted([{ label: "call" }], new Set(["no_calls"]))).toBeNull();
});

test("a switch that the scene does not have is off", () => {
  const on = new Set(["no_calls", "win"]);
  expect(kept(on, ["win", "no_calls"])).toBe(on);
  expect([...kept(on, ["win"])]).toEqual(["win"]);
});
