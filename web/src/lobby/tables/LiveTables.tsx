// The tables of the lobby, grouped by what the user can do, and a notice when live updates stop.
import { useEffect, useState } from "react";
import type { Lobby } from "../../net/lobby";
import { freeSeats } from "../../net/table";
import { storedSeat } from "../../net/tokens";
import { t } from "../../texts/t";
import type { GameShown } from "../../wire";
import { useOwnTables } from "./ownTables";
import { TableList } from "./TableList";
import { settingsOf } from "./tables";

const QUIET_MS = 2_000;

interface LiveTablesProps {
  lobby: Lobby;
  games: readonly GameShown[] | null;
}

/** The user's own tables come first. */
export function OwnTables({ lobby, games, slug }: LiveTablesProps & { slug?: string }) {
  const own = useOwnTables(lobby.tables).filter((table) => slug === undefined || table.game_id === slug);
  return <TableList title={t("lobby-own")} tables={own} games={games} />;
}

export function LiveTables({ lobby, games }: LiveTablesProps) {
  const tables = lobby.tables ?? [];
  const others = tables.filter((table) => storedSeat(table.match_id) === null);
  const open = others.filter((table) => freeSeats(table) > 0);
  // A paused match waits for its players, so there is nothing to watch.
  const played = others.filter((table) => table.status === "active" && settingsOf(table).spectators);
  return (
    <>
      <LostNotice isLost={lobby.isLost} />
      {lobby.tables && <TableList title={t("lobby-open")} tables={open} games={games} empty={t("lobby-open-none")} />}
      <TableList title={t("lobby-played")} tables={played} games={games} />
    </>
  );
}

/** Do not report a connection that returns within `QUIET_MS`. */
function LostNotice({ isLost }: { isLost: boolean }) {
  const [isReported, setReported] = useState(false);
  useEffect(() => {
    if (!isLost) return setReported(false);
    const timer = setTimeout(() => setReported(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return <div role="status">{isReported && <p className="note">{t("lobby-lost")}</p>}</div>;
}
