import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { after, stuckSeats, unknownMatch } from "../../../src/net/match";
import type { Local, MatchState } from "../../../src/net/match";
import { absentModels, badgesOf, chiefBadge, sponsorWarnings } from "../../../src/table/seats/badges";
import { announcementsOf } from "../../../src/table/log/announcements";
import { createSession } from "../../../src/table/session/session";
import { Stuck } from "../../../src/table/models/Stuck";
import { fluentTexts } from "../../../src/texts/fluent";
import { houseSources } from "../../../src/texts/house";
import type { GameJoined, Seat, ServerMessage } from "../../../src/wire";

const ADA: Seat = { player_id: "p0", name: "Ada" };
const QWEN: Seat = { player_id: "p1", name: "qwen 2", is_bot: true, model: "qwen" };
const OTHER: Seat = { player_id: "p2", name: "llama", is_bot: true, model: "llama" };
const look = { art: {}, texts: fluentTexts(houseSources(), "en") };

const welcome = (player_id: string | null, seats: Seat[]): GameJoined => ({
  type: "game_joined",
  match_id: "m",
  game_id: "g",
  player_id,
  seats,
  wants: "scenes",
  now: 0,
  status: "active",
});

function table(player: string | null, ...messages: (ServerMessage | Local)[]): MatchState {
  const first: (ServerMessage | Local)[] = [{ type: "line", status: "open" }, welcome(player, [ADA, QWEN, OTHER])];
  return [...first, ...messages].reduce((state, message) => after(state, message, 0), unknownMatch("m"));
}

const shown = (state: MatchState): string => renderToStaticMarkup(<Stuck state={state} session={createSession("m")} />);
const stuck = (player_id: string): ServerMessage => ({ type: "model_stuck", player_id, outcome: "late" });

test("a model is stuck until it is asked again, or a bot plays for it", () => {
  const seats = (...messages: ServerMessage[]) => stuckSeats(table("p0", ...messages)).map((seat) => seat.player_id);
  expect(seats()).toEqual([]);
  expect(seats(stuck("p1"), stuck("p2"))).toEqual(["p1", "p2"]);
  expect(seats(stuck("p1"), { type: "model_freed", player_id: "p1" })).toEqual([]);
  const freed = table("p0", stuck("p1"), { type: "model_freed", player_id: "p1", stand_in: true });
  expect(freed.seats[1]).toMatchObject({ stuck: null, stand_in: true });
});

test("a finished match waits for nobody", () => {
  const end: ServerMessage = { type: "game_over", status: "abandoned", result: null, scores: {}, seed: "", salt: "" };
  expect(stuckSeats(table("p0", stuck("p1"), end))).toEqual([]);
});

test("players see what is wrong and are asked for a decision", () => {
  const html = shown(table("p0", { ...stuck("p1"), reason: "502 of the gateway" } as ServerMessage));
  expect(html).toContain("<dialog");
  expect(html).toContain("qwen 2 does not answer");
  expect(html).toContain("It did not answer in time.");
  expect(html).toContain("502 of the gateway");
  for (const way of ["Retry", "Let a bot play", "View AI log", "Look at the table", "Back to the lobby"])
    expect(html).toContain(`>${way}<`);
});

test("spectators see what is wrong, but are not asked", () => {
  const html = shown(table(null, stuck("p1")));
  expect(html).toContain("qwen 2 does not answer");
  expect(html).toContain("The players decide what happens next.");
  expect(html).not.toContain("<dialog");
  expect(html).not.toContain("<button");
});

test("if only models play, the notice names no players who decide", () => {
  const state = { ...table(null, stuck("p1")), seats: [{ ...QWEN, stuck: "budget" as const }] };
  expect(shown(state)).not.toContain("The players");
  expect(shown(state)).toContain("The budget for language models is used up.");
});

test("with several stuck models, each has its own decision", () => {
  const html = shown(table("p0", stuck("p1"), stuck("p2")));
  expect(html).toContain("qwen 2 and llama do not answer");
  expect(html.match(/Retry/g)).toHaveLength(2);
});

test("nothing is shown at a table where every model answers", () => {
  expect(shown(table("p0"))).toBe("");
});

test("a decision that comes after another player's is not shown as refused", () => {
  const retry: Local = { type: "saying", what: "model", message: { type: "retry_model", player_id: "p1" } };
  const error: ServerMessage = { type: "error", code: "bad_request", message: "not stuck" };
  expect(table("p0", stuck("p1"), retry, error).refused).toMatchObject({ about: "model" });
  expect(table("p0", stuck("p1"), retry, { type: "model_freed", player_id: "p1" }, error).refused).toBeNull();
  expect(table("p0", stuck("p1"), retry, error, { type: "model_freed", player_id: "p1" }).refused).toBeNull();
});

test("spectators hear that a model is stuck; everybody hears how the match continues", () => {
  const news = (player: string | null, before: ServerMessage[], now: ServerMessage) =>
    announcementsOf(table(player, ...before), table(player, ...before, now), look).polite;
  expect(news(null, [], stuck("p1"))).toEqual(["qwen 2 does not answer. It did not answer in time."]);
  expect(news("p0", [], stuck("p1"))).toEqual([]);
  expect(news("p0", [stuck("p1")], { type: "model_freed", player_id: "p1" })).toEqual(["qwen 2 is asked again."]);
  const bot: ServerMessage = { type: "model_freed", player_id: "p1", stand_in: true };
  expect(news("p0", [stuck("p1")], bot)).toEqual(["A bot plays for qwen 2 from now on."]);
});

test("a seat shows its model, who hosts it, and whether a bot has taken over", () => {
  const seats = [ADA, QWEN];
  expect(badgesOf(ADA, seats)).toEqual([]);
  expect(badgesOf(QWEN, seats)).toEqual(["language model"]);
  expect(badgesOf({ ...QWEN, name: "Bruno" }, seats)).toEqual(["language model qwen"]);
  expect(badgesOf({ ...QWEN, stuck: "late" }, seats)).toEqual(["language model", "does not answer"]);
  expect(badgesOf({ ...QWEN, stand_in: true }, seats)).toEqual(["language model", "a bot plays for it"]);
  expect(badgesOf({ ...QWEN, is_bot: false, sponsor: "p0" }, seats)).toEqual(["language model", "hosted by Ada"]);
  expect(badgesOf({ ...ADA, stand_in: true }, seats)).toEqual(["a bot plays for them"]);
});

test("with room for one badge, the most urgent is shown", () => {
  expect(chiefBadge({ ...QWEN, stuck: "late" })).toBe("does not answer");
  expect(chiefBadge({ ...QWEN, stand_in: true })).toBe("a bot plays for it");
  expect(chiefBadge({ ...ADA, sponsor: "p1" })).toBe("AI");
  expect(chiefBadge(QWEN)).toBe("AI");
  expect(chiefBadge(ADA)).toBe("");
});

test("everybody is warned which player can see a second hand", () => {
  expect(sponsorWarnings([ADA, { ...QWEN, sponsor: "p0" }])).toEqual(["Ada hosts qwen 2 and can see its hand."]);
  expect(sponsorWarnings([ADA, QWEN])).toEqual([]);
});

test("a sponsor sees why their model does nothing", () => {
  const gone: Seat = { ...QWEN, is_bot: false, sponsor: "p0", is_away: true };
  expect(absentModels([ADA, gone], "p0")).toEqual([
    "qwen 2 plays only in the tab where you added it, and that tab is closed or has lost its connection.",
  ]);
  expect(absentModels([ADA, { ...gone, is_away: false }], "p0")).toEqual([]);
  expect([...absentModels([ADA, gone], "p2"), ...absentModels([ADA, gone], null)]).toEqual([]);
});
