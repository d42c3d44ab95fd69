// Requests to the server. A refusal throws a RestFault; so does a missing answer (status 0).
import { houseTexts } from "../texts/house";
import { sentence } from "../texts/sentence";
import { t } from "../texts/t";
import type { Fault } from "../wire";
import { seatToken } from "./tokens";

export class RestFault extends Error {
  readonly status: number;
  readonly code: Fault["code"];
  /** The path of the invalid field in the request, such as `options.dice`. */
  readonly field: string | null;
  readonly details: Record<string, unknown>;
  /** The untranslated message: a game's catalogue may translate it better than the built-in one. */
  readonly words: Fault["message"];

  constructor(status: number, fault: Fault) {
    super(sentence(houseTexts.tell(fault.message)));
    this.name = "RestFault";
    this.status = status;
    this.code = fault.code;
    this.field = fault.field ?? null;
    this.details = fault.details ?? {};
    this.words = fault.message;
  }
}

export interface Asking {
  /** Send the token of the seat that this browser has in this match, if any. */
  as?: string | undefined;
  /** Send this seat token. */
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

export const rest = {
  get: <T>(path: string, asking: Asking = {}): Promise<T> => request<T>("GET", path, undefined, asking),
  post: <T>(path: string, body: unknown, asking: Asking = {}): Promise<T> => request<T>("POST", path, body, asking),
};

async function request<T>(method: string, path: string, body: unknown, asking: Asking): Promise<T> {
  const token = asking.token ?? (asking.as === undefined ? null : seatToken(asking.as));
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await answerTo(path, {
    method,
    headers,
    credentials: "omit",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(asking.signal ? { signal: asking.signal } : {}),
  });
  // An incomplete or cancelled response body counts as no answer.
  const read: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok || read === undefined) throw new RestFault(answer.status, asFault(read));
  return read as T;
}

async function answerTo(path: string, asked: RequestInit): Promise<Response> {
  try {
    return await fetch(path, asked);
  } catch (error) {
    if (asked.signal?.aborted) throw error;
    throw new RestFault(0, { code: "unavailable", message: t("fault-unreachable") });
  }
}

function asFault(read: unknown): Fault {
  const fault = read as Partial<Fault> | null;
  if (fault && typeof fault.code === "string" && (typeof fault.message === "string" || Array.isArray(fault.message)))
    return fault as Fault;
  return { code: "internal_error", message: t("fault-unreadable") };
}

/** The error as a sentence for the user. */
export function faultText(error: unknown): string {
  return error instanceof RestFault ? error.message : t("fault-unknown");
}
