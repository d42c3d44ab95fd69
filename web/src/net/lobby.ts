// The live list of tables. All pages that show it share one socket, which reconnects by itself.
import { useEffect } from "react";
import { notePage } from "../app/pageVersion";
import { createStore, useStore } from "../app/store";
import type { ServerMessage, TableShown } from "../wire";
import { openLine, socketAddress } from "./socket";
import { isOver } from "./table";

export interface Lobby {
  /** The newest first; null before the first message of the server. */
  tables: readonly TableShown[] | null;
  isLost: boolean;
}

const LINGER_MS = 2_000;

/** The list after a message. Finished matches are removed. */
export function tablesAfter(tables: readonly TableShown[], message: ServerMessage): readonly TableShown[] {
  switch (message.type) {
    case "tables":
      return message.tables.filter((table) => !isOver(table.status)).sort(newestFirst);
    case "table":
      return [
        ...without(tables, message.table.match_id),
        ...(isOver(message.table.status) ? [] : [message.table]),
      ].sort(newestFirst);
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

const lobby = createStore<Lobby>({ tables: null, isLost: false });
let lookers = 0;
let hangUp: (() => void) | null = null;

export function useLobby(): Lobby {
  useEffect(() => {
    lookers += 1;
    hangUp ??= connect();
    return () => {
      lookers -= 1;
      setTimeout(closeIfUnused, LINGER_MS);
    };
  }, []);
  return useStore(lobby);
}

/** The connection survives a change from one page with tables to the next. */
function closeIfUnused(): void {
  if (lookers > 0) return;
  hangUp?.();
  hangUp = null;
}

/** Keeps the connection until the returned function is called. */
function connect(): () => void {
  const line = openLine(socketAddress("lobby"), {
    received: receive,
    changed: (status) => {
      if (status === "lost" || status === "ended") lobby.set({ ...lobby.get(), isLost: true });
    },
  });
  return () => {
    line.close();
    lobby.set({ tables: null, isLost: false });
  };
}

function receive(message: ServerMessage): void {
  const before = lobby.get();
  if (message.type === "tables") notePage(message.page);
  // Before the first full list, single changes cannot be applied.
  else if (before.tables === null) return;
  const isLost = message.type === "tables" ? false : before.isLost;
  const tables = tablesAfter(before.tables ?? [], message);
  if (tables !== before.tables || isLost !== before.isLost) lobby.set({ tables, isLost });
}
