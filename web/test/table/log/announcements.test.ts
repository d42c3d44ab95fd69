import { expect, test } from "vitest";
import { after, unknownMatch } from "../../../src/net/match";
import type { Local, MatchState } from "../../../src/net/match";
import { announcementsOf } from "../../../src/table/log/announcements";
import { fluentTexts } from "../../../src/texts/fluent";
import { houseSources } from "../../../src/texts/house";
import type { GameJoined, ServerMessage, ShownView } from "../../../src/wire";

const look = { art: {}, texts: fluentTexts([["en", "event-moved = moved to { $to }"], ...houseSources()], "en") };
const seats = [
  { player_id: "p0", name: "Ada" },
  { player_id: "p1", name: "Grace" },
];
const welcome: GameJoined = {
  type: "game_joined",
  match_id: "m",
  game_id: "g",
  player_id: "p0",
  seats,
  wants: "scenes",
  now: 0,
  status: "active",
};
const view: ShownView = {
  status: "active",
  phase: "move",
  prompt: 1,
  scores: {},
  expected: ["p1"],
  scene: { items: {}, text: "Grace is to move." },
};
const begun = told(unknownMatch("m"), { type: "line", status: "open" }, welcome, {
  type: "state_update",
  number: 1,
  view,
});

function told(state: MatchState, ...messages: (ServerMessage | Local)[]): MatchState {
  return messages.reduce((own, message) => after(own, message, 0), state);
}

const moved: ServerMessage[] = [
  {
    type: "state_update",
    number: 2,
    changes: {
      prompt: [2],
      expected: { 0: ["p0"] },
      scene: { text: ["Choose a field."], offers: [[[{ label: "go" }, [[]]]]] },
    },
    log: [["p1", ["event-moved", { to: "b2" }]]],
  },
  { type: "action_required", prompt: 2 },
];

test("events are announced politely, in words, with the player", () => {
  expect(announcementsOf(begun, told(begun, ...moved), look).polite).toEqual(["Grace moved to b2"]);
});

test("the player's turn is announced at once, with the prompt", () => {
  const now = told(begun, ...moved);
  expect(announcementsOf(begun, now, look)).toMatchObject({ assertive: ["Your turn. Choose a field."], sound: "turn" });
  expect(announcementsOf(now, now, look)).toEqual({ polite: [], assertive: [], sound: null });
});

test("a turn that a game announces itself is not announced twice", () => {
  const now = told(begun, ...moved, {
    type: "state_update",
    number: 2,
    changes: { scene: { text: ["Your turn: choose."] } },
  });
  expect(announcementsOf(begun, now, look).assertive).toEqual(["Your turn: choose."]);
});

test("every refusal is announced at once, but not as a new turn", () => {
  const mine = told(begun, ...moved);
  const details = { client_id: "c" };
  const error: ServerMessage = { type: "error", code: "invalid_action", message: "too far", details };
  const answering: Local = { type: "answering", action: { type: "game_action", prompt: 2, client_id: "c" } };
  const sent = told(mine, answering);
  const refused = told(sent, error);
  expect(announcementsOf(sent, refused, look)).toMatchObject({ assertive: ["That was refused: too far"], sound: null });
  const again = told(refused, answering, error);
  expect(announcementsOf(refused, again, look).assertive).toEqual(["That was refused: too far"]);
});

test("joining a match does not announce earlier events", () => {
  const late = told(unknownMatch("m"), { type: "line", status: "open" }, welcome, {
    type: "state_update",
    number: 9,
    view,
    log: [["p0", "began"]],
  });
  expect(announcementsOf(unknownMatch("m"), late, look)).toMatchObject({ polite: [], sound: null });
});

test("other players who join, leave or are away are announced", () => {
  const away = told(begun, { type: "player_disconnected", player_id: "p1" });
  expect(announcementsOf(begun, away, look).polite).toEqual(["Grace is away."]);
  expect(announcementsOf(away, told(away, { type: "player_reconnected", player_id: "p1" }), look).polite).toEqual([
    "Grace is back.",
  ]);
});

test("others' chat lines are announced, own ones are not", () => {
  const line = { type: "chat", text: "hi", at: 1 } as const;
  expect(announcementsOf(begun, told(begun, { ...line, player_id: "p1", name: "Grace" }), look).polite).toEqual([
    "Grace says: hi",
  ]);
  expect(announcementsOf(begun, told(begun, { ...line, player_id: "p0", name: "Ada" }), look).polite).toEqual([]);
});

test("the end is announced with the winner", () => {
  const over = told(begun, {
    type: "game_over",
    status: "finished",
    result: { ranking: [[["p1"]], [["p0"]]] },
    scores: {},
    seed: "",
    salt: "",
  });
  expect(announcementsOf(begun, over, look)).toMatchObject({
    assertive: ["The match is over. Grace wins."],
    sound: "end",
  });
});

test("a lost connection and its return are announced politely", () => {
  const lost = told(begun, { type: "line", status: "lost" });
  expect(announcementsOf(begun, lost, look).polite).toEqual(["Not connected."]);
  const back = told(lost, { type: "line", status: "open" }, welcome);
  expect(announcementsOf(lost, back, look).polite).toEqual(["The connection is back."]);
});
