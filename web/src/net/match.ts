// The page's knowledge of one match: a pure function of the messages that were received and sent.
import type { Words } from "../scene/types";
import { patched } from "../scene";
import type {
  Chat,
  ClientMessage,
  ClockShown,
  Error as ErrorMessage,
  GameAction,
  GameJoined,
  GameOver,
  GameStatus,
  LogLine,
  ModelFreed,
  Seat,
  ServerMessage,
  ShownView,
  StateUpdate,
} from "../wire";
import type { Ending, LineStatus } from "./socket";
import type { TableSettings } from "./table";
import { isOver } from "./table";
import { chatLineAfter, stillUnconfirmed, withUnconfirmed } from "./unconfirmed";
import type { Repeatable, PendingChatLine } from "./unconfirmed";

export { freeSeats, isOver } from "./table";
export type { TableSettings } from "./table";

/** A seat with facts that only events report: until when its player may be away, and why its model is stuck. */
export interface SeatKnown extends Seat {
  until?: number | null;
  reason?: string | null;
}

/** A log line, and the number of the update that contained it. */
export interface LogEntry {
  number: number;
  player: string | null;
  text: LogLine[1];
}

export type Code = ErrorMessage["code"];
/** What a refusal is about: an answer to a prompt, or the last other message. */
export type Subject = "answer" | "chat" | "seat" | "resign" | "leave" | "ready" | "model";

export interface ServerRefusal {
  code: Code;
  message: Words;
  about: Subject;
  /** A counter, so that a repeated refusal is announced again. */
  count: number;
}

export interface MatchState {
  matchId: string;
  gameId: string | null;
  line: LineStatus;
  ending: Ending | null;
  /** Whether this connection is at the table, as a seat or as a spectator. */
  isIn: boolean;
  /** How often this page has joined: after a reconnect, a newer server may draw its games differently. */
  joins: number;
  /** Set if the server refuses this connection both as a seat and as a spectator. */
  noAccess: { code: Code; message: Words } | null;
  me: string | null;
  seats: SeatKnown[];
  table: TableSettings | null;
  status: GameStatus;
  commitment: string | null;
  pauseReason: Words | null;
  page: string | null;
  doc: ShownView | null;
  /** For how many milliseconds the document is shown, if it is a stage; null if it is the present state. */
  stage: number | null;
  /** The number of events seen so far: where to resume after a reconnect. */
  number: number;
  log: LogEntry[];
  chat: Chat[];
  clocks: Record<string, ClockShown>;
  /** The server's clock minus this one, estimated from messages. */
  offset: number | null;
  committed: { prompt: number; players: string[] };
  /** The prompt that this seat is asked to answer. */
  asked: number | null;
  /** The answer that was sent but not confirmed. Repeated attempts send the same one. */
  pending: GameAction | null;
  refused: ServerRefusal | null;
  /** The number of refusals so far. */
  refusals: number;
  saying: Subject;
  /** The messages to send again after a reconnect. */
  unconfirmed: readonly Repeatable[];
  /** The last message was sent again: if the server refuses it now, it had received it before. */
  isRepeating: boolean;
  /** The chat line that was sent but has not come back yet. */
  pendingChat: PendingChatLine | null;
  over: GameOver | null;
  rematch: string | null;
  hasLeft: boolean;
}

/** Events of this page, not of the server. */
export type Local =
  | { type: "line"; status: LineStatus; ending?: Ending | undefined }
  | { type: "answering"; action: GameAction }
  | { type: "saying"; what: Subject; message?: ClientMessage }
  | { type: "repeating"; what: Subject }
  | { type: "returning" }
  | { type: "dismissed" };

export function unknownMatch(matchId: string): MatchState {
  return {
    matchId,
    gameId: null,
    line: "connecting",
    ending: null,
    isIn: false,
    joins: 0,
    noAccess: null,
    me: null,
    seats: [],
    table: null,
    status: "waiting",
    commitment: null,
    pauseReason: null,
    page: null,
    doc: null,
    stage: null,
    number: 0,
    log: [],
    chat: [],
    clocks: {},
    offset: null,
    committed: { prompt: 0, players: [] },
    asked: null,
    pending: null,
    refused: null,
    refusals: 0,
    saying: "seat",
    unconfirmed: [],
    isRepeating: false,
    pendingChat: null,
    over: null,
    rematch: null,
    hasLeft: false,
  };
}

/** The state after a message that arrived at time `at` of the page's clock. */
export function after(state: MatchState, message: ServerMessage | Local, at: number): MatchState {
  const next = applied(state, message, at);
  if (isLocal(message) || next.unconfirmed.length === 0) return next;
  return { ...next, unconfirmed: stillUnconfirmed(next.unconfirmed, message, next.me) };
}

const LOCAL: ReadonlySet<string> = new Set([
  "line",
  "answering",
  "saying",
  "repeating",
  "returning",
  "dismissed",
] satisfies Local["type"][]);
const isLocal = (message: ServerMessage | Local): message is Local => LOCAL.has(message.type);

function applied(state: MatchState, message: ServerMessage | Local, at: number): MatchState {
  switch (message.type) {
    case "line":
      return withLine(state, message.status, message.ending ?? null);
    case "answering":
      return { ...state, pending: message.action, refused: null };
    case "saying":
      return saying({ ...state, saying: message.what, refused: null, isRepeating: false }, message.message);
    case "repeating":
      return { ...state, saying: message.what, isRepeating: true };
    case "returning":
      return { ...state, hasLeft: false };
    case "dismissed":
      return { ...state, refused: null };
    case "game_joined":
      return joined(state, message, at);
    case "game_started":
      return {
        ...timed(state, message.now, at),
        seats: message.seats,
        commitment: message.commitment,
        status: "active",
      };
    case "game_left":
      return left(state);
    case "state_update":
      return updated(state, message);
    case "action_required":
      return { ...state, asked: message.prompt };
    case "action_committed":
      return answered(state, message.client_id);
    case "players_committed":
      return { ...state, committed: { prompt: message.prompt, players: message.committed } };
    case "timer_update":
      return { ...timed(state, message.now, at), clocks: { ...state.clocks, ...message.clocks } };
    case "pong":
      return timed(state, message.now, at);
    case "game_over":
      return { ...state, over: message, status: message.status, asked: null };
    case "chat":
      return chatted(state, message);
    case "rematch_offered":
      return { ...state, rematch: message.match_id };
    case "error":
      return refused(state, message);
    case "player_joined":
      return withSeat(state, message.seat.player_id, () => message.seat);
    case "player_left":
      return withSeat(state, message.player_id, (seat) => ({ player_id: seat.player_id }));
    case "player_ready":
      return withSeat(state, message.player_id, (seat) => ({ ...seat, is_ready: message.is_ready }));
    case "player_disconnected":
      return withSeat(state, message.player_id, (seat) => ({ ...seat, is_away: true, until: message.until ?? null }));
    case "player_reconnected":
      return withSeat(state, message.player_id, (seat) => ({ ...seat, is_away: false, stand_in: false, until: null }));
    case "stand_in":
      return withSeat(state, message.player_id, (seat) => ({ ...seat, stand_in: true }));
    case "model_stuck":
      return withSeat(state, message.player_id, (seat) => ({
        ...seat,
        stuck: message.outcome,
        reason: message.reason ?? null,
      }));
    case "model_freed":
      return freed(state, message);
    default:
      return state;
  }
}

function withLine(state: MatchState, line: LineStatus, ending: Ending | null): MatchState {
  const pending = state.pendingChat;
  const pendingChat = pending && line !== "open" ? { ...pending, isDoubtful: true } : pending;
  return { ...state, line, ending, pendingChat, isIn: line === "open" && state.isIn };
}

function saying(state: MatchState, message: ClientMessage | undefined): MatchState {
  if (!message) return state;
  if (message.type === "chat") return { ...state, pendingChat: { text: message.text, isDoubtful: false } };
  return { ...state, unconfirmed: withUnconfirmed(state.unconfirmed, message) };
}

/** A page that reconnects gets the whole match again. */
function left(state: MatchState): MatchState {
  return {
    ...state,
    isIn: false,
    hasLeft: true,
    me: null,
    unconfirmed: [],
    pendingChat: null,
    pending: null,
    ...UNSEEN,
  };
}

const UNSEEN = { number: 0, log: [], doc: null, stage: null, asked: null } satisfies Partial<MatchState>;

function joined(state: MatchState, message: GameJoined, at: number): MatchState {
  const me = message.player_id;
  // Another viewpoint saw other events.
  const own = me === state.me ? state : { ...state, ...UNSEEN };
  return {
    // Another node's clock may differ, and so may this device's clock after a sleep.
    ...timed({ ...own, offset: null }, message.now, at),
    isIn: true,
    joins: state.joins + 1,
    noAccess: null,
    hasLeft: false,
    me,
    gameId: message.game_id,
    seats: message.seats,
    table: (message.table ?? null) as TableSettings | null,
    status: message.status,
    commitment: message.commitment ?? null,
    pauseReason: message.pause_reason ?? null,
    page: message.page ?? null,
    refused: state.refused?.about === "seat" ? null : state.refused,
    clocks: {},
    committed: { prompt: 0, players: [] },
  };
}

function updated(state: MatchState, message: StateUpdate): MatchState {
  const whole = message.view as ShownView | undefined;
  const doc = whole ?? (patched(state.doc, message.changes ?? null) as ShownView | null);
  const lines = (message.log ?? []).map(([player, text]) => ({ number: message.number, player, text }));
  const next = {
    ...state,
    doc,
    stage: message.shown_ms || null,
    number: message.number,
    log: lines.length ? [...state.log, ...lines] : state.log,
    status: doc?.status ?? state.status,
    pauseReason: doc?.pause_reason ?? null,
    refused: doc?.prompt === state.doc?.prompt ? state.refused : null,
  };
  return message.client_id ? answered(next, message.client_id) : next;
}

function answered(state: MatchState, clientId: string): MatchState {
  return state.pending?.client_id === clientId ? { ...state, pending: null, refused: null } : state;
}

/** Error codes after which the sender should send the same message again. */
export const isPassing = (code: Code): boolean => code === "unavailable" || code === "too_fast";

function refused(state: MatchState, { code, message, details }: ErrorMessage): MatchState {
  const isAnswer = details?.["client_id"] !== undefined;
  if (!state.isIn && !isAnswer && state.saying === "seat") return withoutAccess(state, code, message);
  // The answer will be sent again.
  if (state.pending && isPassing(code) && (isAnswer || state.saying !== "chat")) return state;
  if (isAnswer && state.pending?.client_id !== details?.["client_id"]) return state;
  if (isAnswer) return { ...noted(state, code, message, "answer"), pending: null };
  // Another player decided first, so the model is no longer stuck.
  if (state.saying === "model" && stuckSeats(state).length === 0) return state;
  if (state.isRepeating) return isPassing(code) ? state : { ...state, unconfirmed: [] };
  return {
    ...noted(state, code, message, state.saying),
    ...(state.saying === "chat" ? { pendingChat: null } : { unconfirmed: [] }),
  };
}

function withoutAccess(state: MatchState, code: Code, message: Words): MatchState {
  // Do not repeat the same refusal after a reconnect.
  if (isPassing(code) || state.noAccess?.code === code) return state;
  // The last message before the connection broke gave up the seat.
  if (code === "wrong_token" && state.unconfirmed.some(({ type }) => type === "leave_game")) return left(state);
  // A visitor who may not watch may still ask for a seat; that refusal says why there is none.
  if (!state.noAccess) return { ...state, noAccess: { code, message } };
  return noted(state, code, message, "seat");
}

function noted(state: MatchState, code: Code, message: Words, about: Subject): MatchState {
  const count = state.refusals + 1;
  return { ...state, refusals: count, refused: { code, message, about, count } };
}

const isSame = (one: Words, other: Words): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A player who reconnects receives earlier chat lines again. */
function chatted(state: MatchState, line: Chat): MatchState {
  const isKnown = state.chat.some(
    (own) => own.at === line.at && own.player_id === line.player_id && isSame(own.text, line.text),
  );
  if (isKnown) return state;
  return { ...state, chat: [...state.chat, line], pendingChat: chatLineAfter(state.pendingChat, line, state.me) };
}

function withSeat(state: MatchState, player: string, change: (seat: SeatKnown) => SeatKnown): MatchState {
  return { ...state, seats: state.seats.map((seat) => (seat.player_id === player ? change(seat) : seat)) };
}

/** A decision about a stuck model also clears refusals about it, whichever player decided. */
function freed(state: MatchState, { player_id, stand_in }: ModelFreed): MatchState {
  const refused = state.refused?.about === "model" ? null : state.refused;
  return withSeat({ ...state, refused }, player_id, (seat) => ({
    ...seat,
    stuck: null,
    reason: null,
    stand_in: stand_in === true,
  }));
}

/** Messages can only be delayed, so the largest difference is the most exact. */
function timed(state: MatchState, now: number, at: number): MatchState {
  const offset = Math.max(state.offset ?? -Infinity, now - at);
  return offset === state.offset ? state : { ...state, offset };
}

// Derived values

export function nameOf(state: Pick<MatchState, "seats">, player: string | null): string {
  return state.seats.find((seat) => seat.player_id === player)?.name ?? player ?? "";
}

export const seatIndex = (player: string): number => Number(player.slice(1));

/** The seats whose model gives no move: the match waits for the players' decision. */
export function stuckSeats({ seats, status }: Pick<MatchState, "seats" | "status">): SeatKnown[] {
  return isOver(status) ? [] : seats.filter((seat) => seat.stuck != null);
}

/** Whether this seat is asked and has not answered. */
export function isMyTurn(state: MatchState): boolean {
  return canAnswer(state) && state.doc?.scene?.answered == null;
}

/** Whether the server would accept an answer: it is this player's turn, or the given answer can still be changed. */
export function canAnswer(state: MatchState): boolean {
  const { doc, me } = state;
  if (!doc || me === null || state.over || doc.status !== "active" || state.pending?.prompt === doc.prompt)
    return false;
  // A match that resumes after a pause does not ask again; a player who joined in the meantime is in `expected`.
  const isAsked = state.asked === doc.prompt || (doc.expected ?? []).includes(me) || doc.scene?.answered != null;
  return isAsked && (doc.scene?.offers?.length ?? 0) > 0;
}

/**
 * The seats that the match waits for, as far as the page knows. The player's own answer is known even if others are
 * hidden.
 */
export function awaited(state: MatchState): string[] {
  const { doc, me } = state;
  if (doc?.status !== "active") return [];
  const done = committedTo(state);
  const hasAnswered = doc.scene?.answered != null;
  return (doc.expected ?? []).filter((player) => !done.includes(player) && !(hasAnswered && player === me));
}

/** The players who are known to have answered the open prompt. */
export function committedTo({ doc, stage, committed }: MatchState): string[] {
  return doc && stage === null && committed.prompt === doc.prompt ? committed.players : [];
}
