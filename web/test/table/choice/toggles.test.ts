import { expect, test } from "vitest";
import { existing, wanted } from "../../../src/table/choice/toggles";
import type { ShownOffer } from "../../../src/wire";

const offers: ShownOffer[] = [{ label: "call" }, { label: "pass", toggle: "no_calls" }];

test("only the offer of an active toggle is sent", () => {
  expect(wanted(offers, new Set(["no_calls"]))).toBe(1);
  expect(wanted(offers, new Set(["win"]))).toBeNull();
  expect(wanted([{ label: "call" }], new Set(["no_calls"]))).toBeNull();
});

test("a toggle that the scene does not have is off", () => {
  const on = new Set(["no_calls", "win"]);
  expect(existing(on, ["win", "no_calls"])).toBe(on);
  expect([...existing(on, ["win"])]).toEqual(["win"]);
});
