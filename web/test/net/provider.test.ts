import { afterEach, expect, test, vi } from "vitest";
import { type ProviderFault, replyOf, requestTo, usualFor } from "../../src/net/provider";
import type { Provider } from "../../src/net/provider";

const OPENAI: Provider = { origin: "https://there", wire: "openai", path: "/v1/", model: "m", key: "sk-1" };
const ANTHROPIC: Provider = { ...OPENAI, wire: "anthropic", path: "" };
const NEVER = new AbortController().signal;

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body: unknown): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(text, { status })));
}

const fault = (provider: Provider): Promise<ProviderFault> =>
  replyOf(provider, "s", "u", NEVER).then(
    () => Promise.reject(new Error("it replied")),
    (error: unknown) => error as ProviderFault,
  );

test("an OpenAI-compatible provider is asked at its path, with its key in the header", () => {
  const [url, asked] = requestTo(OPENAI, "You play", "Your move");
  expect(url).toBe("https://there/v1/chat/completions");
  expect(asked.headers).toMatchObject({ authorization: "Bearer sk-1" });
  expect(JSON.parse(asked.body as string)).toEqual({
    model: "m",
    messages: [
      { role: "system", content: "You play" },
      { role: "user", content: "Your move" },
    ],
  });
  expect(asked).toMatchObject({ redirect: "error", credentials: "omit" });
});

test("a request to Anthropic has the header for browsers", () => {
  const [url, asked] = requestTo(ANTHROPIC, "You play", "Your move");
  expect(url).toBe("https://there/v1/messages");
  expect(asked.headers).toMatchObject({ "x-api-key": "sk-1", "anthropic-dangerous-direct-browser-access": "true" });
  expect(JSON.parse(asked.body as string)).toMatchObject({
    system: "You play",
    messages: [{ role: "user", content: "Your move" }],
  });
});

test("the path and protocol of a known provider follow from its host", () => {
  expect(usualFor("https://openrouter.ai")).toEqual({ wire: "openai", path: "/api/v1" });
  expect(usualFor("https://api.anthropic.com")).toEqual({ wire: "anthropic", path: "" });
  expect(usualFor("http://127.0.0.1:11434")).toEqual({ wire: "openai", path: "/v1" });
});

test("a reply is read with its token counts, in both protocols", async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 3 };
  answering(200, { model: "m-2", choices: [{ message: { content: "c0" }, finish_reason: "stop" }], usage });
  expect(await replyOf(OPENAI, "s", "u", NEVER)).toMatchObject({
    text: "c0",
    finish: "done",
    model: "m-2",
    input_tokens: 10,
    output_tokens: 3,
  });
  const content = [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "c" },
    { type: "text", text: "1" },
  ];
  answering(200, {
    content,
    stop_reason: "end_turn",
    usage: { input_tokens: 4, cache_read_input_tokens: 6, output_tokens: 2 },
  });
  expect(await replyOf(ANTHROPIC, "s", "u", NEVER)).toMatchObject({
    text: "c1",
    finish: "done",
    model: "m",
    input_tokens: 10,
    output_tokens: 2,
  });
});

test("truncated and refused replies are reported as such", async () => {
  answering(200, { choices: [{ message: { content: "c" }, finish_reason: "length" }] });
  expect(await replyOf(OPENAI, "s", "u", NEVER)).toMatchObject({ finish: "truncated", input_tokens: null });
  answering(200, { choices: [{ message: { content: null, refusal: "no" }, finish_reason: "stop" }] });
  expect(await replyOf(OPENAI, "s", "u", NEVER)).toMatchObject({ finish: "refused", text: "no" });
  answering(200, { content: [], stop_reason: "refusal" });
  expect(await replyOf(ANTHROPIC, "s", "u", NEVER)).toMatchObject({ finish: "refused", text: "" });
});

test("a wrong key is a configuration failure, a busy provider is not", async () => {
  answering(401, { error: { message: "Incorrect API key" } });
  expect(await fault(OPENAI)).toMatchObject({ kind: "configuration", message: "401 Incorrect API key" });
  answering(529, { error: { message: "Overloaded" } });
  expect(await fault(ANTHROPIC)).toMatchObject({ kind: "transport", message: "529 Overloaded" });
  answering(200, "<html>");
  expect(await fault(OPENAI)).toMatchObject({ kind: "transport" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await fault(OPENAI)).toMatchObject({ kind: "transport" });
});

test("a cancelled request is not a provider failure", async () => {
  const calling = new AbortController();
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("gone")))),
  );
  const asked = replyOf(OPENAI, "s", "u", calling.signal);
  calling.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});
