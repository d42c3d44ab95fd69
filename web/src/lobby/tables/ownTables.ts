// The tables where this browser has a seat. Private tables are in no list, so they are requested one by one.
import { useEffect, useMemo, useState } from "react";
import { isOver } from "../../net/table";
import { storedSeat, seatedMatches } from "../../net/tokens";
import type { TableShown } from "../../wire";
import { ownMatch } from "../history/pastMatches";

/** Maximum number of seats that are looked up, newest first; most older ones belong to finished matches. */
const MOST = 25;

/** Finished matches stay finished: they are requested only once. */
const ended = new Set<string>();

export function useOwnTables(listed: readonly TableShown[] | null): readonly TableShown[] {
  const [found, setFound] = useState<readonly TableShown[]>([]);
  const unlisted = useMemo(() => (listed ? unlistedSeats(listed, seatedMatches()).join(" ") : ""), [listed]);
  useEffect(() => {
    const stopping = new AbortController();
    const asked = unlisted.split(" ").filter((match) => match !== "" && !ended.has(match));
    void Promise.all(asked.map((match) => tableStillPlayed(match, stopping.signal))).then((tables) => {
      if (!stopping.signal.aborted) setFound(tables.filter((table) => table !== null));
    });
    return () => stopping.abort();
  }, [unlisted]);
  const own = (listed ?? []).filter((table) => storedSeat(table.match_id) !== null);
  const others = found.filter((table) => !own.some((one) => one.match_id === table.match_id));
  return [...own, ...others].sort((one, other) => other.created_at - one.created_at);
}

export function unlistedSeats(listed: readonly TableShown[], seated: readonly string[]): string[] {
  const known = new Set(listed.map((table) => table.match_id));
  return seated.filter((match) => !known.has(match)).slice(0, MOST);
}

/**
 * The table if it is still played. Null also after a failed request: a missing shortcut is not worth an error message.
 */
async function tableStillPlayed(matchId: string, signal: AbortSignal): Promise<TableShown | null> {
  const table = await ownMatch(matchId, signal).catch(() => null);
  if (!table || !isOver(table.status)) return table;
  ended.add(matchId);
  return null;
}
