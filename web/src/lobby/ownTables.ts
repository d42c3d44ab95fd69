// The tables at which this browser has a seat. Those in no list, which are private ones, are asked for by themselves.
import { useEffect, useMemo, useState } from "react";
import { isOver } from "../net/table";
import { storedSeat, seatedMatches } from "../net/tokens";
import type { TableShown } from "../wire";
import { ownMatch } from "./pastMatches";

/** How many of the newest seats are looked up: most of the older ones are in matches that are over. */
const MOST = 25;

/** Matches that are over stay so: they are asked for once. */
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

/** Null if it is over, is gone, or cannot be asked for now: the way back to a table is not worth a fault on the page. */
async function tableStillPlayed(matchId: string, signal: AbortSignal): Promise<TableShown | null> {
  const table = await ownMatch(matchId, signal).catch(() => null);
  if (!table || !isOver(table.status)) return table;
  ended.add(matchId);
  return null;
}
