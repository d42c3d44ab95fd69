// A table as everybody may know it, whether it is listed or sat at.
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
  /** Who plays together, by player id; left out where everybody plays alone. */
  teams?: string[][];
  /** How chance falls was given. */
  fixed?: boolean;
  /** Only models and bots play; what that may cost in US dollars and calls. */
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

/** How many people may still sit down; seats that bots will take have no name before the match either. */
export function freeSeats({ status, seats, table }: Seated): number {
  if (status !== "waiting" || !table) return 0;
  const taken = seats.filter((seat) => seat.name != null).length;
  return Math.max(0, seats.length - Number(table.num_bots ?? 0) - taken);
}
