// Takes a seat for the user's own language model.
import type { Provider } from "../../net/provider";
import { rest, RestFault } from "../../net/rest";
import { sponsoredSeats } from "../../net/sponsored";
import type { Joined, JoinTable } from "../../wire";
import { host } from "./hostRegistry";

const LONGEST_NAME = 40;
/** Maximum number of models with the same name at a table. */
const NAMESAKES = 8;

export async function sponsorSeat(matchId: string, provider: Provider): Promise<void> {
  const joined = await joinedAs(matchId, provider.model);
  host(matchId, { token: joined.seat_token, player_id: joined.player_id, provider });
}

/** Sends only the model's name to the server, nothing about its provider. */
async function joinedAs(matchId: string, model: string): Promise<Joined> {
  for (let number = 1; ; number++) {
    const body: JoinTable = { player_name: seatName(model, number), sponsored: true };
    try {
      return await rest.post<Joined>(`/api/matches/${encodeURIComponent(matchId)}/join`, body, { as: matchId });
    } catch (error) {
      if (!(error instanceof RestFault && error.code === "name_taken") || number === NAMESAKES) throw error;
    }
  }
}

/** The models of this tab join the rematch after their sponsor. */
export async function followRematch(matchId: string): Promise<void> {
  for (const { token, provider } of sponsoredSeats(matchId)) {
    const joined = await rest.post<Joined>(`/api/matches/${encodeURIComponent(matchId)}/rematch`, undefined, { token });
    host(joined.match_id, { token: joined.seat_token, player_id: joined.player_id, provider });
  }
}

/** The name of the model at the table: without the vendor, and with a number if it is not the first. */
export function seatName(model: string, number: number): string {
  const own = model.split("/").at(-1)?.trim() || model;
  const end = number === 1 ? "" : ` ${number}`;
  return own.slice(0, LONGEST_NAME - end.length) + end;
}
