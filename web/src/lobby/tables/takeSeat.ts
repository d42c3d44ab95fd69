// Opens tables and takes seats.
import { navigate } from "../../app/routing/router";
import { playPath } from "../../app/routing/routes";
import { settings } from "../../app/settings/settings";
import { rest, RestFault } from "../../net/rest";
import { storeSeat, seatToken } from "../../net/tokens";
import type { GameShown, Joined, JoinTable, OpenTable, TableShown } from "../../wire";
import { quickBody } from "../newTable/draft";

export function openTable(body: OpenTable): Promise<TableShown> {
  return rest.post<TableShown>("/api/matches", body);
}

/**
 * Takes a seat under the player's name, or under a name that the server gives. Does nothing for a player who has a seat
 * already.
 */
export async function takeSeat(matchId: string, seat?: number): Promise<void> {
  if (seatToken(matchId) !== null) return;
  const name = settings.get().name.trim();
  const body: JoinTable = { ...(name ? { player_name: name } : {}), ...(seat === undefined ? {} : { seat }) };
  const joined = await rest.post<Joined>(`/api/matches/${encodeURIComponent(matchId)}/join`, body);
  storeSeat(matchId, { token: joined.seat_token, player_id: joined.player_id });
}

export async function takeSeatAndOpen(matchId: string, seat?: number): Promise<void> {
  await takeSeat(matchId, seat);
  navigate(playPath(matchId));
}

export async function quickPlay(game: GameShown, level: string): Promise<void> {
  const table = await openTable(quickBody(game, level));
  await takeSeatAndOpen(table.match_id);
}

/** Whether the server refused the name, because it is taken at this table or not allowed. */
export function isAboutName(error: unknown): error is RestFault {
  return error instanceof RestFault && (error.code === "name_taken" || error.field === "player_name");
}
