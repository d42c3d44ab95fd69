// What was said into a connection that may have been dying: kept until it is known to have been heard. An answer to a
// prompt has an id of its own for that; these need none, since saying them twice does no harm.
import type { Chat, ClientMessage, ServerMessage } from "../wire";
import { isOver } from "./table";

export type Repeatable = Extract<ClientMessage, { type: "resign" | "leave_game" | "ready" }>;

/** A line of the chat would be there twice: it is given back instead of being said again. */
export interface SaidLine {
  text: string;
  /** The connection broke before the line came back. */
  isDoubtful: boolean;
}

export function withSaid(unheard: readonly Repeatable[], message: ClientMessage): readonly Repeatable[] {
  return isRepeatable(message) ? [...unheard.filter(({ type }) => type !== message.type), message] : unheard;
}

function isRepeatable(message: ClientMessage): message is Repeatable {
  return message.type === "resign" || message.type === "leave_game" || message.type === "ready";
}

/** The messages that the server has not confirmed yet, after a message to this seat. */
export function stillUnheard(
  unheard: readonly Repeatable[],
  message: ServerMessage,
  me: string | null,
): readonly Repeatable[] {
  const left = unheard.filter((said) => !isHeard(said, message, me));
  return left.length === unheard.length ? unheard : left;
}

function isHeard(said: Repeatable, message: ServerMessage, me: string | null): boolean {
  if (message.type === "game_over" || message.type === "game_left") return true;
  if (message.type === "game_joined" && isOver(message.status)) return true;
  switch (said.type) {
    case "resign":
      return message.type === "state_update" && (message.log ?? []).some(([player]) => player === me);
    case "ready":
      return message.type === "game_started" || readiness(message, me) === said.is_ready;
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
export function saidAfter(said: SaidLine | null, line: Chat, me: string | null): SaidLine | null {
  return said && line.player_id === me && line.text === said.text ? null : said;
}
