// The seats that this tab plays with the user's own models, and their keys. They are stored only in this tab until it
// is closed.
import { removeInTab, writeInTab, readInTab } from "../app/browserStorage";
import type { Provider } from "./provider";

export interface SponsoredSeat {
  token: string;
  player_id: string;
  provider: Provider;
}

const SEATS = "gamenight.sponsored.";
const LAST = "gamenight.sponsor";

export function sponsoredSeats(matchId: string): SponsoredSeat[] {
  return (parsed(SEATS + matchId) as SponsoredSeat[] | null) ?? [];
}

export function keepSponsored(matchId: string, seat: SponsoredSeat): void {
  const others = sponsoredSeats(matchId).filter(({ player_id }) => player_id !== seat.player_id);
  writeInTab(SEATS + matchId, JSON.stringify([...others, seat]));
  writeInTab(LAST, JSON.stringify(seat.provider));
}

export function forgetSponsored(matchId: string, player: string): void {
  const left = sponsoredSeats(matchId).filter(({ player_id }) => player_id !== player);
  if (left.length > 0) writeInTab(SEATS + matchId, JSON.stringify(left));
  else removeInTab(SEATS + matchId);
}

/** The last provider that was used, as a default for the next table. */
export function lastProvider(): Provider | null {
  return parsed(LAST) as Provider | null;
}

const parsed = (key: string): unknown => JSON.parse(readInTab(key) ?? "null");
