// Messages that were sent shortly before the connection may have broken: stored until the server confirms them. An answer
// to a prompt has its own id for that; these messages need none, because sending them twice does no harm.
import type { Chat, ClientMessage, ServerMessage } from "../wire";
import { isOver } from "./table";

export type Repeatable = Extract<ClientMessage, { type: "resign" | "leave_game" | "ready" }>;

/** A chat line that was sent. It is not sent again by itself, as it would appear twice; the input gets it back. */
export interface PendingChatLine {
  text: string;
  /** The connection broke before the line came back. */
  isDoubtful: boolean;
}

export function withUnconfirmed(unconfirmed: readonly Repeatable[], message: ClientMessage): readonly Repeatable[] {
  return isRepeatable(message) ? [...unconfirmed.filter(({ type }) => type !== message.type), message] : unconfirmed;
}

function isRepeatable(message: ClientMessage): message is Repeatable {
  return message.type === "resign" || message.type === "leave_game" || message.type === "ready";
}

/** The messages that the server has not confirmed yet, after a message to this seat. */
export function stillUnconfirmed(
  unconfirmed: readonly Repeatable[],
  message: ServerMessage,
  me: string | null,
): readonly Repeatable[] {
  const left = unconfirmed.filter((sent) => !isConfirmed(sent, message, me));
  return left.length === unconfirmed.length ? unconfirmed : left;
}

function isConfirmed(sent: Repeatable, message: ServerMessage, me: string | null): boolean {
  if (message.type === "game_over" || message.type === "game_left") return true;
  if (message.type === "game_joined" && isOver(message.status)) return true;
  switch (sent.type) {
    case "resign":
      return message.type === "state_update" && (message.log ?? []).some(([player]) => player === me);
    case "ready":
      return message.type === "game_started" || readiness(message, me) === sent.is_ready;
    case "leave_game":
      return false;
  }
}

function readiness(message: ServerMessage, me: string | null): boolean | undefined {
  if (message.type === "player_ready" && message.player_id === me) return message.is_ready;
  if (message.type !== "game_joined") return undefined;
  return message.seats.find((seat) => seat.player_id === me)?.is_ready ?? false;
}

/** A chat line is confirmed when it comes back as one of this player's own lines. */
export function chatLineAfter(pending: PendingChatLine | null, line: Chat, me: string | null): PendingChatLine | null {
  return pending && line.player_id === me && line.text === pending.text ? null : pending;
}
