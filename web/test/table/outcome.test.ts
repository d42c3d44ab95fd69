import { expect, test } from "vitest";
import { unknownMatch } from "../../src/net/match";
import type { MatchState } from "../../src/net/match";
import { headline, places, reasonText, sideScores } from "../../src/table/outcome";
import type { GameOver } from "../../src/wire";

const names = ["Ada", "Grace", "Mary"];

function ended(ranking: string[][][], status: GameOver["status"] = "finished"): MatchState {
  const seats = names.map((name, index) => ({ player_id: `p${index}`, name }));
  const over: GameOver = { type: "game_over", status, result: { ranking }, scores: {}, seed: "", salt: "" };
  return { ...unknownMatch("m"), me: "p0", seats, status, over };
}

test("a winner is named, and is you if it is you", () => {
  expect(headline(ended([[["p1"]], [["p0"], ["p2"]]]))).toBe("Grace wins");
  expect(headline(ended([[["p0"]], [["p1"]], [["p2"]]]))).toBe("You win");
});

test("a place that is shared by some is shared, and by all is a draw", () => {
  expect(headline(ended([[["p1"], ["p2"]], [["p0"]]]))).toBe("Grace and Mary share the first place");
  expect(headline(ended([[["p0"], ["p1"], ["p2"]]]))).toBe("A draw");
});

test("where nobody is ranked the status says why", () => {
  expect(headline(ended([], "abandoned"))).toBe("The match was abandoned");
  expect(headline(ended([], "error"))).toBe("The match was ended by an error");
});

test("those who tie share a place, and the next is further down", () => {
  expect(places([[["p1"], ["p2"]], [["p0"]]])).toEqual([
    { place: 1, side: ["p1"] },
    { place: 1, side: ["p2"] },
    { place: 3, side: ["p0"] },
  ]);
});

test("a team that is first has won, and is no tie", () => {
  const team = ended([[["p0", "p2"]], [["p1"]]]);
  expect(headline(team)).toBe("Ada and Mary win");
  expect(headline(ended([[["p0", "p2"], ["p1"]]]))).toBe("A draw");
  expect(places([[["p0", "p2"]], [["p1"]]])).toEqual([
    { place: 1, side: ["p0", "p2"] },
    { place: 2, side: ["p1"] },
  ]);
});

test("a match that somebody left tells who, and by what", () => {
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

test("a score that a team shares is said once, and others member by member", () => {
  const sides = [
    ["p0", "p2"],
    ["p1", "p3"],
  ];
  expect(sideScores(sides, { p0: 3, p1: 2, p2: 3, p3: 2 }, String)).toEqual(["3", "2"]);
  expect(sideScores(sides, { p0: 3, p1: 2, p2: 3, p3: 1 }, String)).toEqual(["3 + 3", "2 + 1"]);
});
