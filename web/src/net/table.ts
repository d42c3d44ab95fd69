// The public facts of a table, listed or joined.
import type { GameStatus, Seat, TimerConfig } from "../wire";

export interface TableSettings {
  options: Record<string, unknown>;
  timer: TimerConfig;
  seats: number;
  num_bots: number;
  bots: string[];
  private: boolean;
  seating: "chosen" | "random";
  start: "full" | "ready";
  spectators: boolean;
  spectator_delay_ms: number;
  leaver: string;
  /** The teams, by player id; missing if all players play alone. */
  teams?: string[][];
  /** A game option fixes what is random in this match, such as the order of a deck. */
  fixed?: boolean;
  /** Only models and bots play. The budget in US dollars and calls. */
  exhibition?: boolean;
  max_usd?: number | null;
  max_calls?: number | null;
}

export const ENDED = ["finished", "abandoned", "error"] as const satisfies readonly GameStatus[];

export const isOver = (status: GameStatus): boolean => ENDED.some((ended) => ended === status);

interface Seated {
  status: GameStatus;
  seats: readonly Seat[];
  table: { num_bots?: unknown } | null;
}

/** The number of free seats. Before the match, seats that bots will take have no name either. */
export function freeSeats({ status, seats, table }: Seated): number {
  if (status !== "waiting" || !table) return 0;
  const taken = seats.filter((seat) => seat.name != null).length;
  return Math.max(0, seats.length - Number(table.num_bots ?? 0) - taken);
}
