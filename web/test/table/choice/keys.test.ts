import { expect, test } from "vitest";
import { sharedStart } from "../../../src/table/choice/keys";
import type { ShownOffer } from "../../../src/wire";

function declaration(card: string): ShownOffer {
  return { label: card, steps: [{ ids: ["declare"] }, { ids: [card] }] };
}

test("the hotkey of several offers with the same start makes their first tap; the hotkey of one offer picks it", () => {
  const discard: ShownOffer = { label: "discard", steps: [{ ids: ["a"] }] };
  expect(sharedStart([discard, declaration("a"), declaration("b")], 1)).toBe("declare");
  expect(sharedStart([discard, declaration("a")], 1)).toBeNull();
  expect(sharedStart([discard, discard], 0)).toBeNull();
});
