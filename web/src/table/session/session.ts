// The session of one match: its socket, its state, and the messages it sends.
import { useEffect, useState } from "react";
import { notePage } from "../../app/pageVersion";
import { createStore, useStore } from "../../app/store";
import type { Store } from "../../app/store";
import { after, isOver, isPassing, unknownMatch } from "../../net/match";
import type { Local, MatchState, Subject } from "../../net/match";
import { openLine, socketAddress } from "../../net/socket";
import type { Line } from "../../net/socket";
import { forgetSeat, storeSeat, seatToken } from "../../net/tokens";
import { unpacked } from "../../scene";
import type { ClientMessage, ServerMessage } from "../../wire";
import { pageNow } from "./pageClock";
import { createStages } from "./stages";
import type { Stages } from "./stages";

/** How long to wait before sending again after a server error. */
const AGAIN_MS = 1_500;

export interface Session {
  store: Store<MatchState>;
  /** Connects; the returned function disconnects. */
  open: () => () => void;
  answer: (offer: number, picks: string[][]) => void;
  takeSeat: (name: string, seat: number | null) => void;
  /** Forget the seat and watch as a spectator. */
  watch: () => void;
  /** Return to the table after leaving it. */
  returnToTable: () => void;
  chat: (text: string) => void;
  ready: (isReady: boolean) => void;
  resign: () => void;
  leave: () => void;
  /** Ask the stuck model of a seat again. */
  retryModel: (player: string) => void;
  /** Let a bot play for the stuck model of a seat until the end. */
  letBotPlay: (player: string) => void;
  retry: () => void;
  /** End the current stage early. */
  skip: () => void;
  dismiss: () => void;
}

/** The seat of a session: how to find its token, and what to do when it is taken or given up. */
export interface OwnSeat {
  token: () => string | null;
  keep: (seat: { token: string; player_id: string }) => void;
  forget: () => void;
}

/** The seat that is stored in this browser. */
function browserSeat(matchId: string): OwnSeat {
  return {
    token: () => seatToken(matchId),
    keep: (seat) => storeSeat(matchId, seat),
    forget: () => forgetSeat(matchId),
  };
}

export function createSession(matchId: string, own: OwnSeat = browserSeat(matchId)): Session {
  const store = createStore(unknownMatch(matchId));
  let line: Line | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;

  const take = (message: ServerMessage | Local): void => store.set(after(store.get(), message, pageNow()));
  let stages: Stages | null = null;

  function greeting(): ClientMessage {
    const seat_token = own.token();
    // The server resends messages that wait behind a stage: only shown ones count as received.
    stages?.clear();
    const last = store.get().number;
    return seat_token
      ? { type: "join_game", seat_token, wants: "scenes", last }
      : { type: "watch", wants: "scenes", last };
  }

  function received(message: ServerMessage): void {
    if (message.type === "game_joined" && message.token && message.player_id) {
      own.keep({ token: message.token, player_id: message.player_id });
    }
    const before = store.get();
    if (message.type === "game_joined") stages?.clear();
    stages?.receive(message);
    if (!before.hasLeft && store.get().hasLeft) {
      // A seat that was given up before the match is free for others; during a match it stays the player's.
      if (before.status === "waiting") own.forget();
      hangUp();
    }
    if (message.type === "game_joined") {
      notePage(message.page);
      sayAgain();
      sendPending();
    }
    if (message.type === "error" && isPassing(message.code)) soon();
  }

  /** Sends the same answer with the same id, so that it is neither lost nor done twice. */
  function sendPending(): void {
    const { pending, isIn } = store.get();
    if (pending && isIn) line?.send(pending);
  }

  function sayAgain(): void {
    for (const message of store.get().unconfirmed) {
      take({ type: "repeating", what: message.type === "leave_game" ? "leave" : message.type });
      line?.send(message);
    }
  }

  function soon(): void {
    clearTimeout(again);
    again = setTimeout(() => {
      const { isIn, line: status, hasLeft } = store.get();
      if (isIn) {
        sayAgain();
        sendPending();
      } else if (status === "open" && !hasLeft) line?.send(greeting());
    }, AGAIN_MS);
  }

  function say(what: Subject, message: ClientMessage): void {
    take({ type: "saying", what, message });
    line?.send(message);
  }

  function connect(): void {
    stages = createStages(take);
    line = openLine(socketAddress(matchId), {
      greet: () => {
        take({ type: "saying", what: "seat" });
        return greeting();
      },
      received,
      changed: (status, ending) => take({ type: "line", status, ending }),
    });
  }

  function hangUp(): void {
    clearTimeout(again);
    line?.close();
    line = null;
    stages?.close();
  }

  return {
    store,
    open: () => {
      connect();
      return hangUp;
    },
    answer: (offer, picks) => {
      const { doc } = store.get();
      if (!doc) return;
      // The number alone is not enough: if a player leaves, the offers of the same prompt may change.
      const label = unpacked(doc.scene?.offers ?? [])[offer]?.label ?? null;
      const answer = { type: "game_action", prompt: doc.prompt, client_id: newId(), offer, picks, label } as const;
      take({ type: "answering", action: answer });
      sendPending();
    },
    takeSeat: (name, seat) => {
      const player_name = name.trim() || null;
      say("seat", { type: "join_game", player_name, wants: "scenes", ...(seat === null ? {} : { seat }) });
    },
    watch: () => {
      own.forget();
      store.set({ ...unknownMatch(matchId), line: store.get().line });
      line?.send(greeting());
    },
    returnToTable: () => {
      take({ type: "returning" });
      connect();
    },
    chat: (text) => say("chat", { type: "chat", text }),
    ready: (is_ready) => say("ready", { type: "ready", is_ready }),
    resign: () => say("resign", { type: "resign" }),
    leave: () => say("leave", { type: "leave_game" }),
    retryModel: (player_id) => say("model", { type: "retry_model", player_id }),
    letBotPlay: (player_id) => say("model", { type: "let_bot_play", player_id }),
    retry: () => line?.retry(),
    skip: () => stages?.skip(),
    dismiss: () => take({ type: "dismissed" }),
  };
}

/** An id for an answer. `crypto.randomUUID` is missing on plain HTTP. */
export function newId(): string {
  // Short, because it comes back with the update; 50 bits are enough for the answers of one seat.
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte & 31).toString(32)).join("");
}

/**
 * Sessions that stay open while another page of the app is shown, so that a player who visits the lobby is not away.
 */
const elsewhere = new Map<string, { session: Session; close: () => void }>();

/** The session of a match while the component is mounted and the match needs its player. */
export function useSession(matchId: string): [MatchState, Session] {
  const [session] = useState(() => elsewhere.get(matchId)?.session ?? createSession(matchId));
  useEffect(() => {
    const close = elsewhere.get(matchId)?.close ?? session.open();
    elsewhere.delete(matchId);
    return () => (isNeeded(session.store.get()) ? stay(matchId, session, close) : close());
  }, [matchId, session]);
  return [useStore(session.store), session];
}

function isNeeded({ me, status, hasLeft }: MatchState): boolean {
  return me !== null && status !== null && !isOver(status) && !hasLeft;
}

function stay(matchId: string, session: Session, close: () => void): void {
  elsewhere.set(matchId, { session, close });
  const forget = session.store.subscribe(() => {
    if (elsewhere.get(matchId)?.session !== session) return forget();
    if (isNeeded(session.store.get())) return;
    forget();
    elsewhere.delete(matchId);
    close();
  });
}
