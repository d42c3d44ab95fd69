// The tables as they open, fill, start and end. One socket while anybody looks; it comes back by itself.
import { useEffect } from "react";
import { notePage } from "../app/newer";
import { createStore, useStore } from "../app/store";
import { isOver } from "../lobby/tables";
import type { LobbyGone, LobbyTable, LobbyTables, Pong, TableShown } from "../wire";

export interface Lobby {
  /** The newest first; null before the first word of the server. */
  tables: readonly TableShown[] | null;
  isLost: boolean;
}

type LobbyMessage = LobbyTables | LobbyTable | LobbyGone | Pong;

const PING_MS = 30_000;
const SLOWEST_MS = 15_000;
const LINGER_MS = 2_000;

/** The list after a message. A match that is over is history, not lobby. */
export function tablesAfter(tables: readonly TableShown[], message: LobbyMessage): readonly TableShown[] {
  switch (message.type) {
    case "tables":
      return message.tables.filter((table) => !isOver(table.status)).sort(newestFirst);
    case "table":
      return [...without(tables, message.table.match_id), ...(isOver(message.table.status) ? [] : [message.table])].sort(
        newestFirst,
      );
    case "table_gone":
      return without(tables, message.match_id);
    default:
      return tables;
  }
}

const newestFirst = (one: TableShown, other: TableShown): number =>
  other.created_at - one.created_at || (one.match_id < other.match_id ? -1 : 1);

const without = (tables: readonly TableShown[], gone: string): TableShown[] =>
  tables.filter((table) => table.match_id !== gone);

/** How long to wait before the next attempt: longer each time, and not all browsers at once. */
export function delayBefore(attempt: number, chance: number): number {
  return Math.min(SLOWEST_MS, 500 * 2 ** attempt) * (0.5 + chance / 2);
}

const lobby = createStore<Lobby>({ tables: null, isLost: false });
let lookers = 0;
let hangUp: (() => void) | null = null;

export function useLobby(): Lobby {
  useEffect(() => {
    lookers += 1;
    hangUp ??= connect();
    return () => {
      lookers -= 1;
      setTimeout(hangUpIfUnseen, LINGER_MS);
    };
  }, []);
  return useStore(lobby);
}

/** From one page that shows tables to the next the line stays open. */
function hangUpIfUnseen(): void {
  if (lookers > 0) return;
  hangUp?.();
  hangUp = null;
}

/** Stays connected until the function that comes back is called. */
function connect(): () => void {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let isHeard = true;
  let isDone = false;

  function open(): void {
    clearTimeout(timer);
    const own = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/lobby`);
    socket = own;
    own.onopen = () => startBeat(own);
    own.onmessage = (event) => {
      isHeard = true;
      hear(event.data);
    };
    own.onclose = () => {
      if (own === socket) lose();
    };
  }

  function hear(data: unknown): void {
    const message = JSON.parse(String(data)) as LobbyMessage;
    if (message.type === "tables") {
      attempt = 0;
      notePage(message.page);
    }
    const before = lobby.get();
    // Until the first list is there, single changes have nothing to change.
    if (message.type !== "tables" && before.tables === null) return;
    const isLost = message.type === "tables" ? false : before.isLost;
    const tables = tablesAfter(before.tables ?? [], message);
    if (tables !== before.tables || isLost !== before.isLost) lobby.set({ tables, isLost });
  }

  /** A connection that has died without a word is noticed by the answer to a ping that does not come. */
  function startBeat(own: WebSocket): void {
    clearInterval(beat);
    isHeard = true;
    beat = setInterval(() => {
      if (!isHeard) return own.close();
      isHeard = false;
      own.send('{"type":"ping"}');
    }, PING_MS);
  }

  function lose(): void {
    clearInterval(beat);
    socket = null;
    if (isDone) return;
    lobby.set({ ...lobby.get(), isLost: true });
    timer = setTimeout(open, delayBefore(attempt, Math.random()));
    attempt += 1;
  }

  /** Back from sleep, or from a tunnel: do not wait for the timer. */
  function hurry(): void {
    if (socket === null && !document.hidden) open();
  }

  open();
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  return () => {
    isDone = true;
    clearTimeout(timer);
    clearInterval(beat);
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
    socket?.close();
    lobby.set({ tables: null, isLost: false });
  };
}
