import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepSponsored, lastProvider, sponsoredSeats } from "../../../src/net/sponsored";
import { storeSeat, seatToken } from "../../../src/net/tokens";
import { createHost } from "../../../src/table/models/modelHost";
import type { Host } from "../../../src/table/models/modelHost";
import { host, hostsAt } from "../../../src/table/models/hostRegistry";
import { seatName } from "../../../src/table/models/sponsorSeat";
import type { GameJoined, ReplyGiven, ReplyRead, ServerMessage, ShownView } from "../../../src/wire";
import { Wire } from "../../wire";

const KEY = "sk-open-sesame";
const provider = { origin: "https://there", wire: "openai", path: "/v1", model: "m", key: KEY } as const;
const seat = { token: "second", player_id: "p1", provider };

const welcome: GameJoined = {
  type: "game_joined",
  match_id: "m",
  game_id: "g",
  player_id: "p1",
  wants: "scenes",
  now: 0,
  status: "active",
  seats: [
    { player_id: "p0", name: "Ada" },
    { player_id: "p1", name: "m" },
  ],
};
const view = (told: Partial<ShownView>): ShownView => ({
  status: "active",
  phase: "move",
  prompt: 3,
  scores: {},
  expected: ["p1"],
  scene: { items: {}, offers: [[{ label: { $: 0 } }, [["a"], ["b"]]]] },
  ...told,
});
let number = 0;
const update = (told: Partial<ShownView> = {}): ServerMessage => ({
  type: "state_update",
  number: ++number,
  view: view(told),
});

/** The HTTP requests, and their answers: prompts and replies by our server, the rest by the provider. */
interface Sent {
  method: string;
  url: string;
  body: string;
  token: string | null;
}
let sent: Sent[];
let reads: ReplyRead[];
let provided: () => Response;
let hosted: Host;

const reply = (text: string): Response =>
  Response.json({ choices: [{ message: { content: text }, finish_reason: "stop" }] });
const shown = {
  prompt: 3,
  system: "You play",
  user: "Moves",
  mode: "menu",
  form: "text",
  tool: "play",
  schema: {},
  candidates: [],
  hash: "h",
};
const to = (what: "there" | "ours", method = "POST"): Sent[] =>
  sent.filter((one) => one.method === method && one.url.startsWith("https://there") === (what === "there"));
const given = (): ReplyGiven[] => to("ours").map(({ body }) => JSON.parse(body) as ReplyGiven);
const passed = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

function fetched(url: string, asked: RequestInit = {}): Promise<Response> {
  const headers = new Headers(asked.headers);
  sent.push({
    method: asked.method ?? "GET",
    url,
    body: String(asked.body ?? ""),
    token: headers.get("authorization"),
  });
  if (url.startsWith("https://there"))
    return new Promise((resolve, reject) => {
      asked.signal?.addEventListener("abort", () => reject(new Error("gone")));
      setTimeout(() => resolve(provided()), 100);
    });
  return Promise.resolve(
    asked.method === "GET" ? Response.json(shown) : Response.json(reads.shift() ?? { outcome: "answered" }),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", {
    querySelector: () => null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal("fetch", fetched);
  Wire.all = [];
  [sent, reads, provided] = [[], [], () => reply("<answer>c0</answer>")];
  storeSeat("m", { token: "own", player_id: "p0" });
  keepSponsored("m", seat);
  hosted = createHost("m", seat);
  Wire.all[0]!.accept();
});

afterEach(() => {
  hosted.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wire = (): Wire => Wire.all[0]!;

test("the model's seat has its own socket and token", () => {
  expect(wire().sent).toMatchObject([{ type: "join_game", seat_token: "second" }]);
});

test("on its turn the model is asked, and its reply goes to the server with the seat's token and without the key", async () => {
  wire().say(welcome, update());
  await passed();
  expect(hosted.store.get().phase).toBe("asking");
  await passed(200);
  expect(to("ours", "GET")).toMatchObject([{ url: "/api/matches/m/prompt", token: "Bearer second" }]);
  expect(JSON.parse(to("there")[0]!.body)).toMatchObject({ messages: [{ content: "You play" }, { content: "Moves" }] });
  expect(given()).toMatchObject([{ prompt: 3, reply: "<answer>c0</answer>", mode: "menu", form: "text", model: "m" }]);
  expect(hosted.store.get().phase).toBe("idle");
  expect(JSON.stringify([...to("ours"), ...to("ours", "GET"), ...wire().sent])).not.toContain(KEY);
  expect(sent.filter(({ url, token }) => url.startsWith("https://there") && token === `Bearer ${KEY}`)).toHaveLength(1);
});

test("the server gets the end of a long reply, up to its limit, without half characters", async () => {
  provided = () => reply(`${"\u{1f600}".repeat(20_000)}.\ud800<answer>c0</answer>`);
  wire().say(welcome, update());
  await passed(200);
  const text = given()[0]!.reply;
  expect(text.endsWith("\u{1f600}.\ufffd<answer>c0</answer>")).toBe(true);
  expect(text).not.toMatch(/\p{Surrogate}/u);
  expect(new TextEncoder().encode(to("ours")[0]!.body).length).toBeLessThan(65_536);
});

test("after an invalid reply the model gets the server's correction, at most three tries; then the sponsor decides", async () => {
  const wrong: ReplyRead = { outcome: "illegal", correction: "c7 is not there." };
  reads = [wrong, wrong, wrong];
  wire().say(welcome, update());
  await passed(1_000);
  const asked = to("there").map(
    ({ body }) => (JSON.parse(body) as { messages: { content: string }[] }).messages[1]!.content,
  );
  expect(asked).toEqual(["Moves", "Moves\n\nc7 is not there.", "Moves\n\nc7 is not there."]);
  expect(hosted.store.get()).toEqual({ phase: "failed", outcome: "illegal", reason: "" });
  wire().say(update());
  await passed(60_000);
  expect(to("there")).toHaveLength(3);
  hosted.retry();
  await passed(1_000);
  expect(to("there")).toHaveLength(4);
  expect(hosted.store.get().phase).toBe("idle");
});

test("a busy provider is asked again, a wrong key is not", async () => {
  const answers = [new Response("", { status: 503 }), reply("c0")];
  provided = () => answers.shift()!;
  wire().say(welcome, update());
  await passed(5_000);
  expect(given()).toHaveLength(1);
  provided = () => Response.json({ error: { message: "no such key" } }, { status: 401 });
  wire().say(update({ prompt: 5 }));
  await passed(5_000);
  expect(to("there")).toHaveLength(3);
  expect(hosted.store.get()).toEqual({ phase: "failed", outcome: "configuration", reason: "401 no such key" });
});

test("if the match continues without the model, the request is cancelled and no reply is sent", async () => {
  wire().say(welcome, update());
  await passed(50);
  wire().say(update({ prompt: 4, expected: ["p0"], scene: { items: {} } }));
  await passed(5_000);
  expect(to("there")).toHaveLength(1);
  expect(given()).toEqual([]);
  expect(hosted.store.get().phase).toBe("idle");
});

test("a match that resumes after a pause asks the model again", async () => {
  wire().say(welcome, update());
  await passed(50);
  wire().say(update({ status: "paused" }));
  await passed(5_000);
  expect(given()).toEqual([]);
  wire().say(update());
  await passed(200);
  expect(given()).toHaveLength(1);
});

test("with a single legal move the model is not asked", async () => {
  wire().say(welcome, update({ scene: { items: {}, offers: [[{ label: "go on" }, [[]]]] } }));
  await passed(1_000);
  expect(sent).toEqual([]);
  expect(wire().sent.filter(({ type }) => type === "game_action")).toMatchObject([{ prompt: 3, offer: 0 }]);
});

test("at a table that waits for readiness, the model is ready", async () => {
  wire().say({ ...welcome, status: "waiting", table: { start: "ready" } });
  await passed();
  wire().say({ type: "player_ready", player_id: "p0", is_ready: true });
  await passed();
  expect(wire().sent.slice(1)).toEqual([{ type: "ready", is_ready: true }]);
});

test("after the match the host stops, but its seat is known for a rematch", async () => {
  wire().say(welcome, update());
  wire().say({ type: "game_over", status: "finished", result: null, scores: {}, seed: "", salt: "" });
  await passed();
  expect(hosted.store.get().phase).toBe("over");
  expect(sponsoredSeats("m")).toEqual([seat]);
});

test("a model that is removed before the match gives up its seat, and nothing else", async () => {
  wire().say({ ...welcome, status: "waiting" });
  hosted.session.leave();
  wire().say({ type: "game_left" });
  await passed();
  expect(sponsoredSeats("m")).toEqual([]);
  expect(seatToken("m")).toBe("own");
  expect(lastProvider()).toEqual(provider);
});

test("each seat has one host, stored or new", () => {
  keepSponsored("other", seat);
  const before = Wire.all.length;
  host("other", { ...seat, player_id: "p2" });
  expect(
    hostsAt("other")
      .get()
      .map((one) => one.seat.player_id),
  ).toEqual(["p1", "p2"]);
  expect(Wire.all).toHaveLength(before + 2);
  for (const one of hostsAt("other").get()) one.close();
});

test("a seat is named after its model, and equal names are numbered", () => {
  expect(seatName("openai/gpt-6", 1)).toBe("gpt-6");
  expect(seatName("gpt-6", 2)).toBe("gpt-6 2");
  expect(seatName("x".repeat(60), 2)).toHaveLength(40);
});
