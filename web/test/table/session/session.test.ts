import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storeSeat, seatToken } from "../../../src/net/tokens";
import { canAnswer } from "../../../src/net/match";
import { createSession } from "../../../src/table/session/session";
import type { Session } from "../../../src/table/session/session";
import type { OfferGroup, ServerMessage, ShownView } from "../../../src/wire";
import { Wire } from "../../wire";

let listeners: [string, () => void][] = [];
const listen = (type: string, listener: () => void): void => void listeners.push([type, listener]);
const received = (type: string): void => {
  for (const [on, listener] of listeners) if (on === type) listener();
};

const newest = (): Wire => Wire.all.at(-1)!;
const view: ShownView = {
  status: "active",
  phase: "move",
  prompt: 3,
  scores: {},
  expected: ["p0"],
  scene: { items: {}, offers: [[{ label: "go" }, [[]]]] },
};
const welcome: ServerMessage = {
  type: "game_joined",
  match_id: "m",
  game_id: "g",
  player_id: "p0",
  wants: "scenes",
  now: 0,
  status: "active",
  seats: [{ player_id: "p0", name: "Ada" }],
};
const update: ServerMessage = { type: "state_update", number: 7, view };
let session: Session;
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", {
    querySelector: () => null,
    addEventListener: listen,
    removeEventListener: () => undefined,
  });
  listeners = [];
  Wire.all = [];
  storeSeat("m", { token: "secret", player_id: "p0" });
  session = createSession("m");
  close = session.open();
  newest().accept();
});

afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function returnToTable(): void {
  newest().cut();
  vi.advanceTimersByTime(600);
  newest().accept();
}

const answers = (wire: Wire) => wire.sent.filter((message) => message.type === "game_action");

test("a player joins with the stored seat, and resumes from the last received number", () => {
  expect(newest().sent).toEqual([{ type: "join_game", seat_token: "secret", wants: "scenes", last: 0 }]);
  newest().say(welcome, update);
  returnToTable();
  expect(newest().sent).toEqual([{ type: "join_game", seat_token: "secret", wants: "scenes", last: 7 }]);
});

test("an unconfirmed answer is sent again unchanged, a confirmed one is not", () => {
  newest().say(welcome, update);
  session.answer(0, []);
  const [first] = answers(newest());
  returnToTable();
  expect(answers(newest())).toEqual([]);
  newest().say(welcome);
  expect(answers(newest())).toEqual([first]);
  newest().say({
    type: "action_committed",
    prompt: 3,
    client_id: session.store.get().pending!.client_id,
    repeated: true,
  });
  returnToTable();
  newest().say(welcome);
  expect(answers(newest())).toEqual([]);
});

test("an answer contains the label of its offer", () => {
  const offers: OfferGroup[] = [[{ label: ["take", { $: 0 }] }, [[3], [2]]]];
  newest().say(welcome, { type: "state_update", number: 7, view: { ...view, scene: { items: {}, offers } } });
  session.answer(1, []);
  expect(answers(newest())).toMatchObject([{ offer: 1, label: ["take", 2] }]);
});

test("an answer that is given while the connection is lost is sent when it is back", () => {
  newest().say(welcome, update);
  newest().cut();
  session.answer(0, [["a"]]);
  vi.advanceTimersByTime(600);
  newest().accept();
  newest().say(welcome);
  expect(answers(newest())).toMatchObject([{ prompt: 3, offer: 0, picks: [["a"]] }]);
});

test("after a temporary error the same message is sent again later", () => {
  newest().say(welcome, update);
  session.answer(0, []);
  const client_id = session.store.get().pending!.client_id;
  newest().say({ type: "error", code: "unavailable", message: "later", details: { client_id, prompt: 3 } });
  expect(answers(newest())).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  const [first, second] = answers(newest());
  expect(second).toEqual(first);
});

test("the token of a new seat is stored, and removed when the seat is given up before the match", () => {
  newest().say({ ...welcome, status: "waiting", token: "fresh" });
  expect(seatToken("m")).toBe("fresh");
  newest().say({ type: "game_left" });
  expect(seatToken("m")).toBeNull();
});

test("a player who leaves a match keeps the token and may come back", () => {
  newest().say(welcome, update, { type: "game_left" });
  expect(seatToken("m")).toBe("secret");
});

test("a player who has left rejoins only on request, not after a reconnect, and then receives everything again", () => {
  newest().say(welcome, update, { type: "game_left" });
  const [wires, own] = [Wire.all.length, newest()];
  expect(own.readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(wires);
  session.returnToTable();
  newest().accept();
  expect(newest().sent).toEqual([{ type: "join_game", seat_token: "secret", wants: "scenes", last: 0 }]);
});

test("unconfirmed messages are sent again: resign, leave and ready", () => {
  newest().say(welcome, update);
  session.resign();
  returnToTable();
  expect(newest().sent.map(({ type }) => type)).toEqual(["join_game"]);
  newest().say(welcome);
  expect(newest().sent.map(({ type }) => type)).toEqual(["join_game", "resign"]);
  newest().say({ type: "error", code: "game_not_active", message: "over" });
  expect(session.store.get()).toMatchObject({ refused: null, unconfirmed: [] });
});

test("a chat line is not sent again automatically, as it could appear twice", () => {
  newest().say(welcome, update);
  session.chat("hi");
  returnToTable();
  newest().say(welcome);
  expect(newest().sent.map(({ type }) => type)).toEqual(["join_game"]);
  expect(session.store.get().pendingChat).toEqual({ text: "hi", isDoubtful: true });
});

// Stages

const stage = (number: number, phase: string, shown_ms: number): ServerMessage => ({
  type: "state_update",
  number,
  shown_ms,
  changes: { phase: [phase], expected: 0, scene: { offers: 0 } },
  log: [["p1", phase]],
});
const next: ServerMessage = {
  type: "state_update",
  number: 12,
  changes: { phase: ["move"], prompt: [4], expected: [["p0"]], scene: { offers: [view.scene!.offers!] } },
  log: [["p1", "took it"]],
};
const phase = () => session.store.get().doc?.phase;
const told = () => session.store.get().log.map((line) => line.text);

test("messages after a stage wait, in order, until it was shown", () => {
  newest().say(welcome, update, stage(9, "trick", 1500), stage(10, "deal", 500), next, {
    type: "action_required",
    prompt: 4,
  });
  expect([phase(), told(), session.store.get().asked]).toEqual(["trick", ["trick"], null]);
  vi.advanceTimersByTime(1499);
  expect(phase()).toBe("trick");
  vi.advanceTimersByTime(1);
  expect([phase(), told()]).toEqual(["deal", ["trick", "deal"]]);
  vi.advanceTimersByTime(500);
  expect([phase(), told(), session.store.get().asked]).toEqual(["move", ["trick", "deal", "took it"], 4]);
  expect(session.store.get().stage).toBeNull();
});

test("the result waits for the last stage, a chat line does not", () => {
  const over: ServerMessage = { type: "game_over", status: "finished", result: null, scores: {}, seed: "", salt: "" };
  newest().say(welcome, update, stage(9, "trick", 1500), over, { type: "chat", text: "well played", at: 3 });
  expect([session.store.get().over, session.store.get().chat.length]).toEqual([null, 1]);
  vi.advanceTimersByTime(1500);
  expect(session.store.get().over).not.toBeNull();
});

test("during a stage a prompt that is not shown yet cannot be answered", () => {
  newest().say(welcome, update, stage(9, "trick", 1500), next, { type: "action_required", prompt: 4 });
  expect(canAnswer(session.store.get())).toBe(false);
  vi.advanceTimersByTime(1500);
  expect(canAnswer(session.store.get())).toBe(true);
});

test("a stage can be skipped, one at a time", () => {
  newest().say(welcome, update, stage(9, "trick", 1500), stage(10, "deal", 500), next);
  session.skip();
  expect(phase()).toBe("deal");
  session.skip();
  expect(phase()).toBe("move");
  session.skip();
  vi.advanceTimersByTime(5000);
  expect([phase(), told()]).toEqual(["move", ["trick", "deal", "took it"]]);
});

test("after a reconnect during a stage the client receives what was not shown yet", () => {
  newest().say(welcome, update, stage(9, "trick", 1500), next);
  returnToTable();
  expect(newest().sent).toEqual([{ type: "join_game", seat_token: "secret", wants: "scenes", last: 9 }]);
  newest().say(welcome, { type: "state_update", number: 12, view: { ...view, prompt: 4 }, log: [["p1", "took it"]] });
  vi.advanceTimersByTime(5000);
  expect([phase(), told(), session.store.get().number]).toEqual(["move", ["trick", "took it"], 12]);
});

test("a hidden page does not wait for stages", () => {
  const seen = { ...document, hidden: false };
  vi.stubGlobal("document", seen);
  newest().say(welcome, update, stage(9, "trick", 1500), next);
  seen.hidden = true;
  received("visibilitychange");
  expect(phase()).toBe("move");
  newest().say(stage(13, "trick", 1500), { ...next, number: 15 });
  expect([phase(), told().length]).toEqual(["move", 4]);
});

test("a client that is far behind sees the rest quickly, but completely", () => {
  const late = Array.from({ length: 12 }, (_, n) => stage(9 + n, `trick ${n}`, 2000));
  newest().say(welcome, update, ...late, { ...next, number: 30 });
  vi.advanceTimersByTime(2000 + 4 * 300 + 8 * 2000);
  expect([phase(), told().length]).toEqual(["move", 13]);
});
