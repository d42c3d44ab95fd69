// Asks a language model directly from this browser, with one of two protocols and without streaming. The key is sent
// only to the provider.
import type { ReplyGiven } from "../wire";

export type WireName = "openai" | "anthropic";

/** The address and the access data of a model. */
export interface Provider {
  origin: string;
  wire: WireName;
  /** The part of the path before the protocol's own path, such as `/api/v1`. */
  path: string;
  model: string;
  key: string;
}

export interface ProviderReply {
  text: string;
  finish: NonNullable<ReplyGiven["finish"]>;
  model: string;
  input_tokens: number | null;
  output_tokens: number | null;
  duration_ms: number;
}

/** Why there is no reply. A `transport` failure may pass by itself; a `configuration` failure does not. */
export class ProviderFault extends Error {
  readonly kind: "transport" | "configuration";

  constructor(kind: ProviderFault["kind"], message: string) {
    super(message);
    this.name = "ProviderFault";
    this.kind = kind;
  }
}

/** The same limit as for the server's own models. */
const MOST_TOKENS = 4096;
const LONGEST_MS = 180_000;
const VERSION = "2026-10-21";
/** Status codes after which a retry makes sense. */
const PASSING = new Set([408, 409, 425, 429]);
const LONGEST_REASON = 300;

/** Protocol and path of known providers, by host. Other hosts get the OpenAI-compatible protocol. */
const USUAL: Record<string, Pick<Provider, "wire" | "path">> = {
  "api.anthropic.com": { wire: "anthropic", path: "" },
  "openrouter.ai": { wire: "openai", path: "/api/v1" },
  "generativelanguage.googleapis.com": { wire: "openai", path: "/v1beta/openai" },
};

export function usualFor(origin: string): Pick<Provider, "wire" | "path"> {
  return USUAL[hostOf(origin)] ?? { wire: "openai", path: "/v1" };
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).hostname;
  } catch {
    return "";
  }
}

/** The address and the contents of the request. */
export function requestTo(provider: Provider, system: string, user: string): [url: string, asked: RequestInit] {
  const { wire, model, key } = provider;
  const said = { role: "user", content: user };
  const [end, own, body] =
    wire === "openai"
      ? [
          "/chat/completions",
          { authorization: `Bearer ${key}` },
          { model, messages: [{ role: "system", content: system }, said] },
        ]
      : [
          "/v1/messages",
          { "x-api-key": key, "anthropic-version": VERSION, "anthropic-dangerous-direct-browser-access": "true" },
          { model, max_tokens: MOST_TOKENS, system, messages: [said] },
        ];
  const headers = { "content-type": "application/json", ...own };
  // A redirect would send the key to another host.
  const manners = { credentials: "omit", redirect: "error", referrerPolicy: "no-referrer", cache: "no-store" } as const;
  return [baseOf(provider) + end, { method: "POST", headers, body: JSON.stringify(body), ...manners }];
}

function baseOf({ origin, path }: Provider): string {
  const trimmed = path.trim().replace(/^\/+|\/+$/g, "");
  return trimmed ? `${origin}/${trimmed}` : origin;
}

/** The model's reply. Throws a ProviderFault if there is none. */
export async function replyOf(
  provider: Provider,
  system: string,
  user: string,
  signal: AbortSignal,
): Promise<ProviderReply> {
  const began = Date.now();
  const { status, body } = await answerTo(requestTo(provider, system, user), signal);
  if (status >= 400) throw refusal(status, body);
  const read = provider.wire === "openai" ? openaiReply(body) : anthropicReply(body);
  // A gateway's own HTML page is not a reply.
  if (read === null) throw new ProviderFault("transport", reasonIn(body));
  return { ...read, model: read.model || provider.model, duration_ms: Date.now() - began };
}

/** The response of the provider. Stops after the time limit or when the signal is aborted. */
async function answerTo(
  [url, asked]: [string, RequestInit],
  signal: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  const stop = new AbortController();
  const breakOff = (): void => stop.abort();
  const timer = setTimeout(breakOff, LONGEST_MS);
  signal.addEventListener("abort", breakOff);
  try {
    const answer = await fetch(url, { ...asked, signal: stop.signal });
    const body: unknown = await answer.json().catch(() => null);
    signal.throwIfAborted();
    return { status: answer.status, body };
  } catch {
    signal.throwIfAborted();
    throw new ProviderFault("transport", "");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", breakOff);
  }
}

function refusal(status: number, body: unknown): ProviderFault {
  const kind = PASSING.has(status) || status >= 500 ? "transport" : "configuration";
  return new ProviderFault(kind, `${status} ${reasonIn(body)}`.trim());
}

type Read = Omit<ProviderReply, "duration_ms">;

function openaiReply(body: unknown): Read | null {
  const choices = at(body, "choices");
  const choice: unknown = Array.isArray(choices) ? choices[0] : null;
  if (choice == null) return null;
  const message = at(choice, "message");
  const refused = textAt(message, "refusal");
  const finishes: Record<string, ProviderReply["finish"]> = { length: "truncated", content_filter: "refused" };
  const usage = at(body, "usage");
  return {
    text: partsText(at(message, "content")) || refused,
    finish: refused ? "refused" : (finishes[textAt(choice, "finish_reason")] ?? "done"),
    model: textAt(body, "model"),
    input_tokens: countAt(usage, "prompt_tokens"),
    output_tokens: countAt(usage, "completion_tokens"),
  };
}

function anthropicReply(body: unknown): Read | null {
  const content = at(body, "content");
  if (!Array.isArray(content)) return null;
  const finishes: Record<string, ProviderReply["finish"]> = {
    max_tokens: "truncated",
    model_context_window_exceeded: "truncated",
    refusal: "refused",
  };
  const usage = at(body, "usage");
  const input = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"].map((name) =>
    countAt(usage, name),
  );
  return {
    text: partsText(content),
    finish: finishes[textAt(body, "stop_reason")] ?? "done",
    model: textAt(body, "model"),
    input_tokens: input[0] == null ? null : input.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    output_tokens: countAt(usage, "output_tokens"),
  };
}

/** The text of a content field, which may be a string or a list of parts. */
function partsText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter((part) => textAt(part, "type") === "text")
    .map((part) => textAt(part, "text"))
    .join("");
}

/** The reason for a refusal, from any of the usual fields. */
function reasonIn(body: unknown): string {
  const error = at(body, "error");
  const reason = typeof error === "string" ? error : textAt(error, "message") || textAt(body, "message");
  return reason.slice(0, LONGEST_REASON);
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textAt(value: unknown, name: string): string {
  const found = at(value, name);
  return typeof found === "string" ? found : "";
}

function countAt(value: unknown, name: string): number | null {
  const found = at(value, name);
  return typeof found === "number" && Number.isInteger(found) && found >= 0 ? found : null;
}
