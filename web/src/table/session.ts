// A page's visit to one match: its socket, what it knows, and what it says.
import { useEffect, useState } from "react";
import { notePage } from "../app/pageVersion";
import { createStore, useStore } from "../app/store";
import type { Store } from "../app/store";
import { after, isOver, isPassing, unknownMatch } from "../net/match";
import type { Local, MatchState, Subject } from "../net/match";
import { openLine, socketAddress } from "../net/socket";
import type { Line } from "../net/socket";
import { forgetSeat, storeSeat, seatToken } from "../net/tokens";
import { unpacked } from "../scene";
import type { ClientMessage, ServerMessage } from "../wire";
import { pageNow } from "./pageClock";
import { createStages } from "./stages";
import type { Stages } from "./stages";

/** What a server in trouble refuses is sent again after so long. */
const AGAIN_MS = 1_500;

export interface Session {
  store: Store<MatchState>;
  /** Connect; what comes back disconnects. */
  open: () => () => void;
  answer: (offer: number, picks: string[][]) => void;
  takeSeat: (name: string, seat: number | null) => void;
  /** Give up on the seat that this browser had, and look on. */
  lookOn: () => void;
  /** Be at the table again after having left it. */
  comeBack: () => void;
  chat: (text: string) => void;
  ready: (isReady: boolean) => void;
  resign: () => void;
  leave: () => void;
  /** Ask the stuck model of a seat once more. */
  retryModel: (player: string) => void;
  /** A bot plays for the stuck model of a seat until the end. */
  letBotPlay: (player: string) => void;
  retry: () => void;
  /** Go on from a stage before its time. */
  skip: () => void;
  dismiss: () => void;
}

/** The seat that a session has: where its token is found, and what happens when it is taken or given up. */
export interface OwnSeat {
  token: () => string | null;
  keep: (seat: { token: string; player_id: string }) => void;
  forget: () => void;
}

/** The one that this browser has at the table. */
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
    // What waits behind a stage is told again: only what was shown counts as heard.
    stages?.clear();
    const last = store.get().number;
    return seat_token
      ? { type: "join_game", seat_token, wants: "scenes", last }
      : { type: "watch", wants: "scenes", last };
  }

  function heard(message: ServerMessage): void {
    if (message.type === "game_joined" && message.token && message.player_id) {
      own.keep({ token: message.token, player_id: message.player_id });
    }
    const before = store.get();
    if (message.type === "game_joined") stages?.clear();
    stages?.hear(message);
    if (!before.hasLeft && store.get().hasLeft) {
      // A seat that was given up before the match is anybody's; one in a match stays its player's.
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

  /** The same answer with the same id: nothing is lost, and nothing is done twice. */
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
      heard,
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
      // The same number may be another offer by now: somebody who leaves may change the list under the same prompt.
      const label = unpacked(doc.scene?.offers ?? [])[offer]?.label ?? null;
      const answer = { type: "game_action", prompt: doc.prompt, client_id: newId(), offer, picks, label } as const;
      take({ type: "answering", action: answer });
      sendPending();
    },
    takeSeat: (name, seat) => {
      const player_name = name.trim() || null;
      say("seat", { type: "join_game", player_name, wants: "scenes", ...(seat === null ? {} : { seat }) });
    },
    lookOn: () => {
      own.forget();
      store.set({ ...unknownMatch(matchId), line: store.get().line });
      line?.send(greeting());
    },
    comeBack: () => {
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

/** `crypto.randomUUID` is missing on plain http. */
export function newId(): string {
  // Short, since it comes back with the update; 50 bits are enough for the answers of one seat.
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte & 31).toString(32)).join("");
}

/** Tables that this browser plays at while another page of ours is shown: a look at the lobby is no absence. */
const elsewhere = new Map<string, { session: Session; close: () => void }>();

/** The session of a match for as long as the component is there, and the match needs its player. */
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
