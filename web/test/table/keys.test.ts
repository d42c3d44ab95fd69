import { expect, test } from "vitest";
import { sharedStart } from "../../src/table/keys";
import type { ShownOffer } from "../../src/wire";

function riichi(tile: string): ShownOffer {
  return { label: tile, steps: [{ ids: ["riichi"] }, { ids: [tile] }] };
}

test("the key of several offers that begin alike makes their first tap; the key of one picks it", () => {
  const discard: ShownOffer = { label: "discard", steps: [{ ids: ["a"] }] };
  expect(sharedStart([discard, riichi("a"), riichi("b")], 1)).toBe("riichi");
  expect(sharedStart([discard, riichi("a")], 1)).toBeNull();
  expect(sharedStart([discard, discard], 0)).toBeNull();
});
