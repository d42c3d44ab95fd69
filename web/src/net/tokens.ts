// The seats that were taken in this browser. The server sends a token only once, and no address contains it.
import { readStored, removeStored, storedKeys, writeStored } from "../app/browserStorage";

const PREFIX = "gamenight.seat.";

export interface StoredSeat {
  token: string;
  player_id: string;
  /** When the seat was taken, by this browser's clock. */
  at: number;
}

export function storeSeat(matchId: string, seat: Omit<StoredSeat, "at">, at: number = Date.now()): void {
  writeStored(PREFIX + matchId, JSON.stringify({ token: seat.token, player_id: seat.player_id, at }));
}

export function storedSeat(matchId: string): StoredSeat | null {
  return readSeat(readStored(PREFIX + matchId));
}

export function seatToken(matchId: string): string | null {
  return storedSeat(matchId)?.token ?? null;
}

export function forgetSeat(matchId: string): void {
  removeStored(PREFIX + matchId);
}

/** The matches where this browser has a seat, newest first. */
export function seatedMatches(): string[] {
  const matches = storedKeys(PREFIX).map((key) => key.slice(PREFIX.length));
  return matches.sort((one, other) => (storedSeat(other)?.at ?? 0) - (storedSeat(one)?.at ?? 0));
}

export function readSeat(text: string | null): StoredSeat | null {
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
