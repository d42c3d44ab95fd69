import { expect, test } from "vitest";
import { unknownMatch } from "../../src/net/match";
import type { MatchState } from "../../src/net/match";
import { headline, places } from "../../src/table/outcome";
import type { GameOver } from "../../src/wire";

const names = ["Ada", "Grace", "Mary"];

function ended(ranking: string[][], status: GameOver["status"] = "finished"): MatchState {
  const seats = names.map((name, index) => ({ player_id: `p${index}`, name }));
  const over: GameOver = { type: "game_over", status, result: { ranking }, scores: {}, seed: "", salt: "" };
  return { ...unknownMatch("m"), me: "p0", seats, status, over };
}

test("a winner is named, and is you if it is you", () => {
  expect(headline(ended([["p1"], ["p0", "p2"]]))).toBe("Grace wins");
  expect(headline(ended([["p0"], ["p1"], ["p2"]]))).toBe("You win");
});

test("a place that is shared by some is shared, and by all is a draw", () => {
  expect(headline(ended([["p1", "p2"], ["p0"]]))).toBe("Grace, Mary share the first place");
  expect(headline(ended([["p0", "p1", "p2"]]))).toBe("A draw");
});

test("where nobody is ranked the status says why", () => {
  expect(headline(ended([], "abandoned"))).toBe("The match was abandoned");
  expect(headline(ended([], "error"))).toBe("The match was ended by an error");
});

test("those who tie share a place, and the next is further down", () => {
  expect(places([["p1", "p2"], ["p0"]])).toEqual([
    { place: 1, player: "p1" },
    { place: 1, player: "p2" },
    { place: 3, player: "p0" },
  ]);
});
