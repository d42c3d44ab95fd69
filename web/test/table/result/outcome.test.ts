import { expect, test } from "vitest";
import { unknownMatch } from "../../../src/net/match";
import type { MatchState } from "../../../src/net/match";
import { headline, places, reasonText, sideScores } from "../../../src/table/result/outcome";
import type { GameOver } from "../../../src/wire";

const names = ["Ada", "Grace", "Mary"];

function ended(ranking: string[][][], status: GameOver["status"] = "finished"): MatchState {
  const seats = names.map((name, index) => ({ player_id: `p${index}`, name }));
  const over: GameOver = { type: "game_over", status, result: { ranking }, scores: {}, seed: "", salt: "" };
  return { ...unknownMatch("m"), me: "p0", seats, status, over };
}

test('a winner is named, or called "you" for the winner', () => {
  expect(headline(ended([[["p1"]], [["p0"], ["p2"]]]))).toBe("Grace wins");
  expect(headline(ended([[["p0"]], [["p1"]], [["p2"]]]))).toBe("You win");
});

test("a first place can be shared by some; shared by all it is a draw", () => {
  expect(headline(ended([[["p1"], ["p2"]], [["p0"]]]))).toBe("Grace and Mary share the first place");
  expect(headline(ended([[["p0"], ["p1"], ["p2"]]]))).toBe("A draw");
});

test("without a ranking the status says why", () => {
  expect(headline(ended([], "abandoned"))).toBe("The match was abandoned");
  expect(headline(ended([], "error"))).toBe("The match was ended by an error");
});

test("tied sides share a place, and the next places are skipped", () => {
  expect(places([[["p1"], ["p2"]], [["p0"]]])).toEqual([
    { place: 1, side: ["p1"] },
    { place: 1, side: ["p2"] },
    { place: 3, side: ["p0"] },
  ]);
});

test("a team in first place has won and is not a tie", () => {
  const team = ended([[["p0", "p2"]], [["p1"]]]);
  expect(headline(team)).toBe("Ada and Mary win");
  expect(headline(ended([[["p0", "p2"], ["p1"]]]))).toBe("A draw");
  expect(places([[["p0", "p2"]], [["p1"]]])).toEqual([
    { place: 1, side: ["p0", "p2"] },
    { place: 2, side: ["p1"] },
  ]);
});

test("a match that a player left says who left and how", () => {
  const left = (reason: "resignation" | "timeout" | "forfeit", ...players: string[]) => {
    const state = ended([[["p0"]], [["p1"], ["p2"]]]);
    const result = { ranking: state.over?.result?.ranking ?? [], reason, details: { left: players } };
    return { ...state, over: state.over && { ...state.over, result } };
  };
  expect(headline(left("resignation", "p1"))).toBe("You win: Grace resigned");
  expect(headline(left("timeout", "p1", "p2"))).toBe("You win: Grace and Mary ran out of time");
  expect(reasonText(left("forfeit", "p1"))).toBe("");
  expect(reasonText(left("forfeit"))).toBe("A player left the match.");
});

test("a score that a team shares is shown once, other scores per member", () => {
  const sides = [
    ["p0", "p2"],
    ["p1", "p3"],
  ];
  expect(sideScores(sides, { p0: 3, p1: 2, p2: 3, p3: 2 }, String)).toEqual(["3", "2"]);
  expect(sideScores(sides, { p0: 3, p1: 2, p2: 3, p3: 1 }, String)).toEqual(["3 + 3", "2 + 1"]);
});
