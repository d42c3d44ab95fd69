// The tables of the lobby by what one can do at them, and a quiet word when they are not pushed any more.
import { useEffect, useState } from "react";
import type { Lobby } from "../net/lobby";
import { freeSeats } from "../net/table";
import { storedSeat } from "../net/tokens";
import { t } from "../texts/t";
import type { GameShown } from "../wire";
import { useOwnTables } from "./ownTables";
import { TableList } from "./TableList";
import { settingsOf } from "./tables";

const QUIET_MS = 2_000;

interface LiveTablesProps {
  lobby: Lobby;
  games: readonly GameShown[] | null;
}

/** Tables at which one sits: the way back to them comes before everything else. */
export function OwnTables({ lobby, games, slug }: LiveTablesProps & { slug?: string }) {
  const own = useOwnTables(lobby.tables).filter((table) => slug === undefined || table.game_id === slug);
  return <TableList title={t("lobby-own")} tables={own} games={games} />;
}

export function LiveTables({ lobby, games }: LiveTablesProps) {
  const tables = lobby.tables ?? [];
  const others = tables.filter((table) => storedSeat(table.match_id) === null);
  const open = others.filter((table) => freeSeats(table) > 0);
  // A match that is paused waits for its players; there is nothing to see.
  const played = others.filter((table) => table.status === "active" && settingsOf(table).spectators);
  return (
    <>
      <Lost isLost={lobby.isLost} />
      {lobby.tables && <TableList title={t("lobby-open")} tables={open} games={games} empty={t("lobby-open-none")} />}
      <TableList title={t("lobby-played")} tables={played} games={games} />
    </>
  );
}

/** Do not report a connection that returns within a moment. */
function Lost({ isLost }: { isLost: boolean }) {
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    if (!isLost) return setTold(false);
    const timer = setTimeout(() => setTold(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return <div role="status">{isTold && <p className="note">{t("lobby-lost")}</p>}</div>;
}
