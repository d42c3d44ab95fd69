// The seats that were taken in this browser. A token is told once by the server, and is never part of an address.
import { forget, keep, keptKeys, readKept } from "../app/kept";

const PREFIX = "gamenight.seat.";

export interface KeptSeat {
  token: string;
  player_id: string;
  /** When it was taken, by this browser's clock. */
  at: number;
}

export function keepSeat(matchId: string, seat: Omit<KeptSeat, "at">, at: number = Date.now()): void {
  keep(PREFIX + matchId, JSON.stringify({ token: seat.token, player_id: seat.player_id, at }));
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

/** The matches that this browser has a seat in, the newest first. */
export function seatedMatches(): string[] {
  const matches = keptKeys(PREFIX).map((key) => key.slice(PREFIX.length));
  return matches.sort((one, other) => (keptSeat(other)?.at ?? 0) - (keptSeat(one)?.at ?? 0));
}

export function readSeat(text: string | null): KeptSeat | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { token, player_id, at } = value as Record<string, unknown>;
    if (typeof token !== "string" || typeof player_id !== "string") return null;
    return { token, player_id, at: typeof at === "number" ? at : 0 };
  } catch {
    return null;
  }
}
