import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepSeat, seatToken } from "../../src/net/tokens";
import { createSession } from "../../src/table/session";
import type { Session } from "../../src/table/session";
import type { ClientMessage, OfferGroup, ServerMessage, ShownView } from "../../src/wire";

/** A network under the test's control, in place of the browser's. */
class Wire {
  static OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(...messages: ServerMessage[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1006, reason: "" });
  }
}

const newest = (): Wire => Wire.all.at(-1)!;
const view: ShownView = {
  status: "active", phase: "move", prompt: 3, scores: {}, expected: ["p0"], scene: { items: {}, offers: [[{ label: "go" }, [[]]]] },
};
const welcome: ServerMessage = {
  type: "game_joined", match_id: "m", game_id: "g", player_id: "p0", wants: "scenes", now: 0, status: "active",
  seats: [{ player_id: "p0", name: "Ada" }],
};
const update: ServerMessage = { type: "state_update", number: 7, view };
let session: Session;
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", { querySelector: () => null, addEventListener: () => undefined, removeEventListener: () => undefined });
  Wire.all = [];
  keepSeat("m", { token: "secret", player_id: "p0" });
  session = createSession("m");
  close = session.open();
  newest().accept();
});

afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function comeBack(): void {
  newest().cut();
  vi.advanceTimersByTime(600);
  newest().accept();
}

const answers = (wire: Wire) => wire.sent.filter((message) => message.type === "game_action");

test("whoever has a seat comes to it, and goes on from the last number that was heard", () => {
  expect(newest().sent).toEqual([{ type: "join_game", seat_token: "secret", wants: "scenes", last: 0 }]);
  newest().say(welcome, update);
  comeBack();
  expect(newest().sent).toEqual([{ type: "join_game", seat_token: "secret", wants: "scenes", last: 7 }]);
});

test("an answer that was not confirmed is sent again as it was, and once confirmed no more", () => {
  newest().say(welcome, update);
  session.answer(0, []);
  const [first] = answers(newest());
  comeBack();
  expect(answers(newest())).toEqual([]);
  newest().say(welcome);
  expect(answers(newest())).toEqual([first]);
  newest().say({ type: "action_committed", prompt: 3, client_id: session.store.get().pending!.client_id, repeated: true });
  comeBack();
  newest().say(welcome);
  expect(answers(newest())).toEqual([]);
});

test("an answer says what its offer was called where it was chosen", () => {
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

test("what a server in trouble refuses is sent again after a while, as it was", () => {
  newest().say(welcome, update);
  session.answer(0, []);
  const client_id = session.store.get().pending!.client_id;
  newest().say({ type: "error", code: "unavailable", message: "later", details: { client_id, prompt: 3 } });
  expect(answers(newest())).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  const [first, second] = answers(newest());
  expect(second).toEqual(first);
});

test("the token of a seat that was just taken is kept, and forgotten when it is given up before the match", () => {
  newest().say({ ...welcome, status: "waiting", token: "fresh" });
  expect(seatToken("m")).toBe("fresh");
  newest().say({ type: "game_left" });
  expect(seatToken("m")).toBeNull();
});

test("the token of a seat in a match is kept by whoever leaves: they may come back", () => {
  newest().say(welcome, update, { type: "game_left" });
  expect(seatToken("m")).toBe("secret");
});

test("whoever has left is not taken back by a connection that breaks, but by their own wish, and hears all again", () => {
  newest().say(welcome, update, { type: "game_left" });
  const [wires, own] = [Wire.all.length, newest()];
  expect(own.readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(wires);
  session.comeBack();
  newest().accept();
  expect(newest().sent).toEqual([{ type: "join_game", seat_token: "secret", wants: "scenes", last: 0 }]);
});

test("what was said into a dying connection is said again: to resign, to leave, to be ready", () => {
  newest().say(welcome, update);
  session.resign();
  comeBack();
  expect(newest().sent.map(({ type }) => type)).toEqual(["join_game"]);
  newest().say(welcome);
  expect(newest().sent.map(({ type }) => type)).toEqual(["join_game", "resign"]);
  newest().say({ type: "error", code: "game_not_active", message: "over" });
  expect(session.store.get()).toMatchObject({ refused: null, unheard: [] });
});

test("a line of the chat is not said again by itself: it would be there twice", () => {
  newest().say(welcome, update);
  session.chat("hi");
  comeBack();
  newest().say(welcome);
  expect(newest().sent.map(({ type }) => type)).toEqual(["join_game"]);
  expect(session.store.get().said).toEqual({ text: "hi", isDoubtful: true });
});
