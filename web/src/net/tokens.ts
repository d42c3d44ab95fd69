// The seats that were taken in this browser. A token is told once by the server, and is never part of an address.
import { forget, keep, keptKeys, readKept } from "../app/kept";

const PREFIX = "gamenight.seat.";

export interface KeptSeat {
  token: string;
  player_id: string;
}

export function keepSeat(matchId: string, seat: KeptSeat): void {
  keep(PREFIX + matchId, JSON.stringify({ token: seat.token, player_id: seat.player_id }));
}

export function keptSeat(matchId: string): KeptSeat | null {
  return readSeat(readKept(PREFIX + matchId));
}

export function seatToken(matchId: string): string | null {
  return keptSeat(matchId)?.token ?? null;
}

export function forgetSeat(matchId: string): void {
  forget(PREFIX + matchId);
}

export function seatedMatches(): string[] {
  return keptKeys(PREFIX).map((key) => key.slice(PREFIX.length));
}

export function readSeat(text: string | null): KeptSeat | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { token, player_id } = value as Record<string, unknown>;
    return typeof token === "string" && typeof player_id === "string" ? { token, player_id } : null;
  } catch {
    return null;
  }
}
