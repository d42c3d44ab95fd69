import { expect, test } from "vitest";
import { after, awaited, committedTo, freeSeats, isMyTurn, unknownMatch } from "../../src/net/match";
import type { Local, MatchState } from "../../src/net/match";
import type { GameAction, GameJoined, ServerMessage, ShownView, StateUpdate } from "../../src/wire";

const seats = [
  { player_id: "p0", name: "Ada" },
  { player_id: "p1", name: "Grace" },
];
const settings = { seats: 2, num_bots: 0, seating: "random", start: "full", spectators: true };
const welcome: GameJoined = {
  type: "game_joined",
  match_id: "m",
  game_id: "g",
  player_id: "p0",
  seats,
  wants: "scenes",
  now: 5_000,
  status: "active",
  table: settings,
};
const view: ShownView = {
  status: "active",
  phase: "move",
  prompt: 3,
  scores: { p0: 0, p1: 0 },
  expected: ["p0"],
  scene: { items: { a: { art: "disc" }, b: { art: "ring" } }, offers: [[{ label: "go" }, [[]]]] },
};
const first: StateUpdate = { type: "state_update", number: 4, view, log: [["p1", "begins"]] };
const answer: GameAction = { type: "game_action", prompt: 3, client_id: "c1", offer: 0, picks: [] };

function told(...messages: (ServerMessage | Local)[]): MatchState {
  return messages.reduce((state, message) => after(state, message, 1_000), unknownMatch("m"));
}

const open: Local = { type: "line", status: "open" };
const playing = [open, welcome, first, { type: "action_required", prompt: 3 }] as const;

test("a client that joins knows the table, and the document after the first update", () => {
  const state = told(...playing);
  expect(state).toMatchObject({ me: "p0", gameId: "g", isIn: true, status: "active", number: 4 });
  expect(state.doc?.scene?.items["a"]).toEqual({ art: "disc" });
  expect(isMyTurn(state)).toBe(true);
  expect(awaited(state)).toEqual(["p0"]);
});

test("changes are applied to the document, and unchanged parts stay the same objects", () => {
  const state = told(...playing);
  const changes = { prompt: [4], scene: { items: { b: 0, c: [{ art: "cross" }] } }, expected: { 0: ["p1"] } };
  const next = after(state, { type: "state_update", number: 6, changes, log: [["p0", "moves"]] }, 1_000);
  expect(next.doc?.prompt).toBe(4);
  expect(Object.keys(next.doc?.scene?.items ?? {})).toEqual(["a", "c"]);
  expect(next.doc?.scene?.items["a"]).toBe(state.doc?.scene?.items["a"]);
  expect(next.log.map((line) => line.text)).toEqual(["begins", "moves"]);
  expect(isMyTurn(next)).toBe(false);
  expect(awaited(next)).toEqual(["p1"]);
});

test("the server's clock is estimated from the message with the least delay", () => {
  const state = told(open, welcome, { type: "pong", now: 5_400 }, { type: "pong", now: 5_100 });
  expect(state.offset).toBe(4_400);
});

test("an answer is pending until the update that carries its id", () => {
  const sent = after(told(...playing), { type: "answering", action: answer }, 0);
  expect(isMyTurn(sent)).toBe(false);
  const other = after(sent, { type: "state_update", number: 5, changes: null }, 0);
  expect(other.pending).toBe(answer);
  expect(after(other, { type: "state_update", number: 6, changes: null, client_id: "c1" }, 0).pending).toBeNull();
});

test("an answer that is reported as logged is no longer pending", () => {
  const sent = after(told(...playing), { type: "answering", action: answer }, 0);
  const state = after(sent, { type: "action_committed", prompt: 3, client_id: "c1", repeated: true }, 0);
  expect(state.pending).toBeNull();
});

test("a refused answer is explained, and can be given again", () => {
  const sent = after(told(...playing), { type: "answering", action: answer }, 0);
  const details = { client_id: "c1", prompt: 3 };
  const state = after(sent, { type: "error", code: "invalid_action", message: "no", details }, 0);
  expect(state.refused).toMatchObject({ code: "invalid_action", message: "no", about: "answer" });
  expect(isMyTurn(state)).toBe(true);
});

test("an answer stays pending while the server is in trouble or the connection is lost", () => {
  const sent = after(told(...playing), { type: "answering", action: answer }, 0);
  const details = { client_id: "c1", prompt: 3 };
  const busy = after(sent, { type: "error", code: "unavailable", message: "later", details }, 0);
  expect(busy).toMatchObject({ pending: answer, refused: null });
  const lost = after(busy, { type: "line", status: "lost" }, 0);
  expect(lost).toMatchObject({ pending: answer, isIn: false });
  const back = [open, welcome].reduce((state, message) => after(state, message as Local | ServerMessage, 0), lost);
  expect(back).toMatchObject({ pending: answer, isIn: true, number: 4 });
});

test("missed lines are added to the log without duplicates", () => {
  const state = told(...playing, { type: "chat", text: "hi", at: 1, player_id: "p1", name: "Grace" });
  const lost = after(state, { type: "line", status: "lost" }, 0);
  const back = [
    open,
    welcome,
    { type: "chat", text: "hi", at: 1, player_id: "p1", name: "Grace" },
    { ...first, number: 9, log: [["p1", "moves"]] },
  ].reduce((own, message) => after(own, message as Local | ServerMessage, 0), lost);
  expect(back.log.map((line) => line.text)).toEqual(["begins", "moves"]);
  expect(back.chat.map((line) => line.text)).toEqual(["hi"]);
});

test("a spectator who takes a seat gets the match again from the seat's viewpoint", () => {
  const watching = told(open, { ...welcome, player_id: null }, first);
  const seated = after(watching, { ...welcome, token: "t" }, 0);
  expect(seated).toMatchObject({ me: "p0", number: 0, log: [], doc: null });
});

test("clocks without an update stay as they were", () => {
  const state = told(
    ...playing,
    { type: "timer_update", now: 6_000, clocks: { p0: { deadline: 9_000 }, p1: { bank_ms: 7 } } },
    { type: "timer_update", now: 6_500, clocks: { p0: { bank_ms: 3 } } },
  );
  expect(state.clocks).toEqual({ p0: { bank_ms: 3 }, p1: { bank_ms: 7 } });
});

test("seats follow players who join, leave, are ready, away, replaced and back", () => {
  const waiting = told(open, {
    ...welcome,
    status: "waiting",
    seats: [{ player_id: "p0", name: "Ada" }, { player_id: "p1" }],
  });
  expect(freeSeats(waiting)).toBe(1);
  const taken = after(waiting, { type: "player_joined", seat: { player_id: "p1", name: "Grace" } }, 0);
  expect(freeSeats(taken)).toBe(0);
  expect(after(taken, { type: "player_left", player_id: "p1", name: "Grace" }, 0).seats[1]).toEqual({
    player_id: "p1",
  });
  expect(after(taken, { type: "player_ready", player_id: "p1", is_ready: true }, 0).seats[1]?.is_ready).toBe(true);
  const away = after(taken, { type: "player_disconnected", player_id: "p1", until: 99 }, 0);
  expect(away.seats[1]).toMatchObject({ is_away: true, until: 99 });
  const replaced = after(away, { type: "stand_in", player_id: "p1" }, 0);
  expect(replaced.seats[1]?.stand_in).toBe(true);
  expect(after(replaced, { type: "player_reconnected", player_id: "p1" }, 0).seats[1]).toMatchObject({
    is_away: false,
    stand_in: false,
  });
});

test("a player who has committed is not awaited", () => {
  const both = { ...view, expected: ["p0", "p1"], concurrent: true };
  const state = told(
    open,
    welcome,
    { ...first, view: both },
    { type: "players_committed", prompt: 3, committed: ["p1"] },
  );
  expect(awaited(state)).toEqual(["p0"]);
  expect(
    awaited(told(open, welcome, { ...first, view: both }, { type: "players_committed", prompt: 2, committed: ["p1"] })),
  ).toEqual(["p0", "p1"]);
});

test("the result, the seed and the offered rematch are stored", () => {
  const state = told(
    ...playing,
    {
      type: "game_over",
      status: "finished",
      result: { ranking: [[["p0"]], [["p1"]]] },
      scores: { p0: 1, p1: 0 },
      seed: "aa",
      salt: "bb",
    },
    { type: "rematch_offered", match_id: "n" },
  );
  expect(state).toMatchObject({ status: "finished", rematch: "n", over: { seed: "aa" } });
  expect(isMyTurn(state)).toBe(false);
});

test("a visitor without access gets the reason, and a refused seat is reported separately", () => {
  const saying: Local = { type: "saying", what: "seat" };
  const barred = told(open, saying, { type: "error", code: "spectators_not_allowed", message: "no" });
  expect(barred.noAccess?.code).toBe("spectators_not_allowed");
  const refused = after(barred, { type: "error", code: "name_taken", message: "another" }, 0);
  expect(refused).toMatchObject({
    noAccess: { code: "spectators_not_allowed" },
    refused: { code: "name_taken", about: "seat" },
  });
});

test("a refused chat line does not refuse the pending answer", () => {
  const sent = after(told(...playing), { type: "answering", action: answer }, 0);
  const chatty = after(sent, { type: "saying", what: "chat" }, 0);
  const state = after(chatty, { type: "error", code: "too_fast", message: "slow down" }, 0);
  expect(state).toMatchObject({ pending: answer, refused: { about: "chat" } });
});

test("a paused match says why until it resumes", () => {
  const paused = told(...playing, {
    type: "state_update",
    number: 5,
    changes: { status: ["paused"], pause_reason: ["all away"] },
  });
  expect(paused).toMatchObject({ status: "paused", pauseReason: "all away" });
  const back = after(paused, { type: "state_update", number: 6, changes: { status: ["active"], pause_reason: 0 } }, 0);
  expect(back).toMatchObject({ status: "active", pauseReason: null });
});

test("a player who leaves and returns gets the match from its beginning, with its whole log", () => {
  const gone = told(...playing, { type: "game_left" });
  expect(gone).toMatchObject({ hasLeft: true, me: null, number: 0, log: [], doc: null });
  const back = [{ type: "returning" }, open, welcome, first].reduce(
    (own, message) => after(own, message as Local | ServerMessage, 0),
    gone,
  );
  expect(back).toMatchObject({ hasLeft: false, me: "p0", number: 4 });
  expect(back.log.map((line) => line.text)).toEqual(["begins"]);
});

const resigning: Local = { type: "saying", what: "resign", message: { type: "resign" } };

test("a resignation is unconfirmed until the log has it, and a refused repetition was received before", () => {
  const said = told(...playing, resigning);
  expect(after(said, { type: "state_update", number: 5, log: [["p1", "moves"]] }, 0).unconfirmed).toEqual([
    { type: "resign" },
  ]);
  expect(after(said, { type: "state_update", number: 5, log: [["p0", "left the match"]] }, 0).unconfirmed).toEqual([]);
  const again = after(said, { type: "repeating", what: "resign" }, 0);
  expect(after(again, { type: "error", code: "game_not_active", message: "over" }, 0)).toMatchObject({
    unconfirmed: [],
    refused: null,
  });
});

test("a refused first resignation is reported, and not sent again", () => {
  const state = after(told(...playing, resigning), { type: "error", code: "game_not_active", message: "paused" }, 0);
  expect(state).toMatchObject({ unconfirmed: [], refused: { about: "resign" } });
});

test("readiness is confirmed when the table reports it", () => {
  const saying: Local = { type: "saying", what: "ready", message: { type: "ready", is_ready: true } };
  const waiting = told(open, { ...welcome, status: "waiting" }, saying);
  expect(after(waiting, { type: "player_ready", player_id: "p1", is_ready: true }, 0).unconfirmed).toHaveLength(1);
  expect(after(waiting, { type: "player_ready", player_id: "p0", is_ready: true }, 0).unconfirmed).toEqual([]);
  expect(
    after(waiting, { ...welcome, status: "waiting", seats: [{ player_id: "p0", name: "Ada", is_ready: true }] }, 0)
      .unconfirmed,
  ).toEqual([]);
});

test("a seat that was given up just before a disconnect counts as left, not as refused access", () => {
  const leaving: Local = { type: "saying", what: "leave", message: { type: "leave_game" } };
  const lost = told(open, { ...welcome, status: "waiting" }, leaving, { type: "line", status: "lost" }, open, {
    type: "saying",
    what: "seat",
  });
  expect(after(lost, { type: "error", code: "wrong_token", message: "no" }, 0)).toMatchObject({
    hasLeft: true,
    noAccess: null,
  });
});

test("a chat line is pending until it comes back, and doubtful if the connection breaks before", () => {
  const said = told(...playing, { type: "saying", what: "chat", message: { type: "chat", text: "hi" } });
  expect(said.pendingChat).toEqual({ text: "hi", isDoubtful: false });
  expect(
    after(said, { type: "chat", text: "hi", at: 1, player_id: "p1", name: "Grace" }, 0).pendingChat,
  ).not.toBeNull();
  const own: ServerMessage = { type: "chat", text: "hi", at: 2, player_id: "p0", name: "Ada" };
  expect(after(said, own, 0).pendingChat).toBeNull();
  const lost = after(said, { type: "line", status: "lost" }, 0);
  expect(lost.pendingChat).toEqual({ text: "hi", isDoubtful: true });
  expect(after(after(lost, welcome, 0), own, 0).pendingChat).toBeNull();
});

test("a player who joins a paused match may answer when it resumes, without a new request", () => {
  const paused: StateUpdate = { ...first, view: { ...view, status: "paused", scene: { items: {} } } };
  const state = told(open, { ...welcome, status: "paused" }, paused);
  expect(isMyTurn(state)).toBe(false);
  const changes = { status: ["active"], scene: { offers: [[[{ label: "go" }, [[]]]]] } };
  expect(isMyTurn(after(state, { type: "state_update", number: 5, changes }, 0))).toBe(true);
});

test("a stage asks nobody, and earlier answers do not count in it", () => {
  const hidden = after(told(...playing), { type: "players_committed", prompt: 3, committed: ["p1"] }, 1_000);
  const stage = {
    type: "state_update",
    number: 6,
    shown_ms: 1500,
    changes: { phase: ["trick"], expected: 0, scene: { offers: 0 } },
  } as const;
  const shown = after(hidden, stage, 1_000);
  expect(shown).toMatchObject({ stage: 1500, number: 6 });
  expect(isMyTurn(shown)).toBe(false);
  expect(awaited(shown)).toEqual([]);
  expect(committedTo(hidden)).toEqual(["p1"]);
  expect(committedTo(shown)).toEqual([]);
  expect(after(shown, { type: "state_update", number: 8, changes: { prompt: [4] } }, 1_000).stage).toBeNull();
});

test("an own answer to a prompt with hidden actors counts, though others' answers are unknown", () => {
  const state = told(open, welcome, { ...first, view: { ...view, expected: ["p0", "p1"], concurrent: true } });
  expect(awaited(state)).toEqual(["p0", "p1"]);
  const answered = after(
    state,
    { type: "state_update", number: 5, changes: { scene: { answered: ["pass"], offers: 0 } } },
    1_000,
  );
  expect(awaited(answered)).toEqual(["p1"]);
});
