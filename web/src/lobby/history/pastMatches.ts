// Finished matches, page by page: the server's public list, or the user's own matches, which may be private.
import { rest, RestFault } from "../../net/rest";
import { ENDED, isOver } from "../../net/table";
import { forgetSeat, seatedMatches } from "../../net/tokens";
import type { MatchShown, TableShown, TablesShown } from "../../wire";

export interface PastFilter {
  game: string;
  status: "" | (typeof ENDED)[number];
  isOwn: boolean;
}

export interface PastPage {
  tables: TableShown[];
  /** Where the next page starts; null on the last page. */
  next: string | null;
}

const PAGE = 25;

/** The filter in an address; unknown values are ignored. */
export function filterOf(query: URLSearchParams): PastFilter {
  const status = ENDED.find((one) => one === query.get("status"));
  return { game: query.get("game") ?? "", status: status ?? "", isOwn: query.get("own") === "1" };
}

export function pathOf(filter: PastFilter): string {
  const query = new URLSearchParams();
  if (filter.game) query.set("game", filter.game);
  if (filter.status) query.set("status", filter.status);
  if (filter.isOwn) query.set("own", "1");
  return query.size > 0 ? `/history?${query}` : "/history";
}

export function listPath(filter: PastFilter, after: string | null): string {
  const query = new URLSearchParams({ limit: String(PAGE) });
  for (const status of filter.status ? [filter.status] : ENDED) query.append("status", status);
  if (filter.game) query.set("game", filter.game);
  if (after) query.set("after", after);
  return `/api/matches?${query}`;
}

export async function pastPage(filter: PastFilter, after: string | null, signal: AbortSignal): Promise<PastPage> {
  if (filter.isOwn) return ownPage(filter, after, signal);
  const page = await rest.get<TablesShown>(listPath(filter, after), { signal });
  return { tables: page.tables, next: page.next ?? null };
}

async function ownPage(filter: PastFilter, after: string | null, signal: AbortSignal): Promise<PastPage> {
  const all = seatedMatches();
  const start = after === null ? 0 : all.indexOf(after) + 1;
  const chosen = all.slice(start, start + PAGE);
  const found = await Promise.all(chosen.map((match) => ownMatch(match, signal)));
  const tables = found.filter((table) => table !== null).filter((table) => matchesFilter(table, filter));
  return { tables, next: start + PAGE < all.length ? (chosen.at(-1) ?? null) : null };
}

/** The match, or null if it no longer exists or the token is not valid; the stored seat is deleted then. */
export async function ownMatch(matchId: string, signal: AbortSignal): Promise<TableShown | null> {
  try {
    return await rest.get<MatchShown>(`/api/matches/${encodeURIComponent(matchId)}`, { as: matchId, signal });
  } catch (error) {
    if (!(error instanceof RestFault) || (error.status !== 404 && error.status !== 401)) throw error;
    forgetSeat(matchId);
    return null;
  }
}

export function matchesFilter(table: TableShown, filter: PastFilter): boolean {
  return (
    isOver(table.status) &&
    (filter.game === "" || filter.game === table.game_id) &&
    (filter.status === "" || filter.status === table.status)
  );
}
