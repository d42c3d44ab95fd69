// Plays a seat with the user's own language model: shows the server's prompts to the provider and sends the replies to
// the server, which reads them as strictly as those of its own models.
import { createStore } from "../../app/store";
import type { Store } from "../../app/store";
import { isMyTurn, isOver } from "../../net/match";
import type { MatchState } from "../../net/match";
import { ProviderFault, replyOf } from "../../net/provider";
import type { ProviderReply } from "../../net/provider";
import { faultText, rest, RestFault } from "../../net/rest";
import { forgetSponsored } from "../../net/sponsored";
import type { SponsoredSeat } from "../../net/sponsored";
import { unpacked } from "../../scene";
import type { PromptShown, ReplyGiven, ReplyRead } from "../../wire";
import { createSession, newId } from "../session/session";
import type { Session } from "../session/session";

/** Maximum number of wrong answers, and of failed requests. */
const ATTEMPTS = 3;
const REQUESTS = 3;
const WAIT_MS = 1_000;
const MOMENT_MS = 3_000;
/** In characters. The server accepts 64 KB, and most characters need at most three bytes. */
const LONGEST_REPLY = 20_000;
const LONGEST_MODEL = 200;

/** Why the model has no move: an error class, and the provider's or the server's message. */
export interface Trouble {
  outcome: ReplyRead["outcome"] | "transport" | "configuration" | "server";
  reason: string;
}

export type Hosting = { phase: "idle" | "asking" | "over" } | ({ phase: "failed" } & Trouble);

/** The host of one model's seat while its match runs. */
export interface Host {
  seat: SponsoredSeat;
  session: Session;
  store: Store<Hosting>;
  /** Ask the model again. */
  retry: () => void;
  close: () => void;
}

export function createHost(matchId: string, seat: SponsoredSeat): Host {
  const store = createStore<Hosting>({ phase: "idle" });
  const forget = (): void => forgetSponsored(matchId, seat.player_id);
  const session = createSession(matchId, { token: () => seat.token, keep: () => undefined, forget });
  let asking: { prompt: number; stop: AbortController } | null = null;
  /**
   * The prompt that was answered without the model, and the connection on which the seat was made ready: each happens
   * once.
   */
  let forced: number | null = null;
  let readied = 0;
  let isClosed = false;

  function consider(): void {
    const state = session.store.get();
    if (isOver(state.status)) {
      end();
      return;
    }
    // This page must not play a seat that was left or taken over by another page.
    if (state.hasLeft || state.noAccess || state.ending) {
      forget();
      end();
      return;
    }
    beReady(state);
    const prompt = isMyTurn(state) ? (state.doc?.prompt ?? null) : null;
    if ((asking?.prompt ?? null) === prompt) return;
    callOff();
    if (prompt !== null) begin(prompt);
  }

  function beReady({ isIn, status, table, joins }: MatchState): void {
    if (!isIn || status !== "waiting" || table?.start !== "ready" || readied === joins) return;
    readied = joins;
    session.ready(true);
  }

  function begin(prompt: number): void {
    const own = { prompt, stop: new AbortController() };
    asking = own;
    // With a single legal move the model is not asked, which saves its cost.
    if (forced !== prompt && hasNoChoice(session.store.get())) {
      forced = prompt;
      session.answer(0, []);
      return;
    }
    store.set({ phase: "asking" });
    decision(matchId, seat, own.stop.signal).then(
      (trouble) => asking === own && store.set(trouble ? { phase: "failed", ...trouble } : { phase: "idle" }),
      // A cancelled request is not an error; all others are reported.
      () => undefined,
    );
  }

  function callOff(): void {
    asking?.stop.abort();
    asking = null;
    if (store.get().phase !== "over") store.set({ phase: "idle" });
  }

  function end(): void {
    callOff();
    store.set({ phase: "over" });
  }

  // Wait until the session has processed the message.
  const unsubscribe = session.store.subscribe(() => void Promise.resolve().then(() => isClosed || consider()));
  const hangUp = session.open();
  return {
    seat,
    session,
    store,
    retry: () => {
      callOff();
      consider();
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      callOff();
      hangUp();
    },
  };
}

function hasNoChoice({ doc }: MatchState): boolean {
  const offers = unpacked(doc?.scene?.offers ?? []);
  return offers.length === 1 && !offers[0]?.is_family;
}

/** One decision: null if the model has moved. Rejects if it is cancelled. */
async function decision(matchId: string, seat: SponsoredSeat, signal: AbortSignal): Promise<Trouble | null> {
  const path = `/api/matches/${encodeURIComponent(matchId)}/prompt`;
  const asking = { token: seat.token, signal };
  try {
    const shown = await again(() => rest.get<PromptShown>(path, asking), signal);
    let user = shown.user;
    for (let attempt = 1; ; attempt++) {
      const reply = await again(() => replyOf(seat.provider, shown.system, user, signal), signal);
      const given = givenAs(reply, shown);
      const read = await again(() => rest.post<ReplyRead>(path, given, asking), signal);
      if (read.outcome === "answered") return null;
      if (attempt === ATTEMPTS) return { outcome: read.outcome, reason: "" };
      user = `${shown.user}\n\n${read.correction ?? ""}`.trimEnd();
    }
  } catch (error) {
    signal.throwIfAborted();
    // The match has moved on or is not active. A message will report that shortly and cancel this decision.
    if (error instanceof RestFault && MOVED_ON.has(error.code)) await pause(MOMENT_MS, signal);
    return troubleOf(error);
  }
}

function givenAs({ text, model, ...told }: ProviderReply, { prompt, mode, form }: PromptShown): ReplyGiven {
  return { prompt, mode, form, reply: endOf(text), model: model.slice(0, LONGEST_MODEL), client_id: newId(), ...told };
}

/** The end of a reply, which contains the answer. It must not start with half of a surrogate pair. */
function endOf(text: string): string {
  return text.slice(-LONGEST_REPLY).replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Tries again after a pause if the error may pass by itself. */
async function again<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let request = 1; ; request++) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (request === REQUESTS || !isPassing(error)) throw error;
    }
    await pause(WAIT_MS * 2 ** (request - 1), signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((done) => setTimeout(done, ms));
  signal.throwIfAborted();
}

function isPassing(error: unknown): boolean {
  if (error instanceof ProviderFault) return error.kind === "transport";
  return error instanceof RestFault && (error.status === 0 || error.status === 429 || error.status >= 500);
}

const MOVED_ON: ReadonlySet<string> = new Set([
  "stale_action",
  "not_your_turn",
  "already_committed",
  "game_not_active",
  "too_late",
]);

function troubleOf(error: unknown): Trouble {
  if (error instanceof ProviderFault) return { outcome: error.kind, reason: error.message };
  return { outcome: "server", reason: faultText(error) };
}
