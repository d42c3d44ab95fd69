// What a listed table says about itself, read out of what the server shows of it.
import { t, tn } from "../texts/t";
import type { GameShown, GameStatus, Seat, TableShown, TimerConfig } from "../wire";
import { fieldsOf } from "./draft";
import { timerWords } from "./timer";
import { optionWords } from "./values";

export interface TableSettings {
  options: Record<string, unknown>;
  timer: TimerConfig;
  num_bots: number;
  bots: string[];
  seating: "random" | "chosen";
  start: "full" | "ready";
  spectators: boolean;
  spectator_delay_ms: number;
  private: boolean;
  fixed: boolean;
}

export function settingsOf(table: TableShown): TableSettings {
  const given = table.table as Partial<TableSettings>;
  return {
    options: given.options ?? {},
    timer: given.timer ?? { mode: "none" },
    num_bots: given.num_bots ?? 0,
    bots: given.bots ?? [],
    seating: given.seating ?? "random",
    start: given.start ?? "full",
    spectators: given.spectators ?? true,
    spectator_delay_ms: given.spectator_delay_ms ?? 0,
    private: given.private ?? false,
    fixed: given.fixed ?? false,
  };
}

const LAST: readonly GameStatus[] = ["finished", "abandoned", "error"];

export const isOver = (status: GameStatus): boolean => LAST.includes(status);
export const isWaiting = (table: TableShown): boolean => table.status === "waiting";

/** How many people may still sit down; seats that bots will take have no name before the match either. */
export function freeSeats(table: TableShown): number {
  const taken = table.seats.filter((seat) => seat.name != null).length;
  return isWaiting(table) ? Math.max(0, table.seats.length - settingsOf(table).num_bots - taken) : 0;
}

/** What is not as usual at this table: its timer, the game's options, how it starts, who may watch. */
export function tableWords(table: TableShown, game: GameShown | undefined): string[] {
  const own = settingsOf(table);
  return [
    ...(own.timer.mode && own.timer.mode !== "none" ? [timerWords(own.timer)] : []),
    ...(game ? optionWords(fieldsOf(game), own.options) : []),
    ...(own.fixed ? [t("lobby.words.fixed")] : []),
    ...(own.start === "ready" && isWaiting(table) ? [t("lobby.words.ready")] : []),
    ...(own.seating === "chosen" && isWaiting(table) ? [t("lobby.words.chosen")] : []),
  ];
}

/** Who sits there, and who is still to come. */
export function peopleWords(table: TableShown): string {
  const named = table.seats.filter((seat) => seat.name != null).map(nameOf);
  const own = settingsOf(table);
  const coming = isWaiting(table)
    ? [
        ...(freeSeats(table) > 0 ? [tn("lobby.free", freeSeats(table))] : []),
        ...(own.num_bots > 0 ? [tn("lobby.bots", own.num_bots, botWords(own.bots))] : []),
      ]
    : [];
  return [...named, ...coming].join(" · ");
}

export const nameOf = (seat: Seat): string => seat.name ?? t("lobby.nobody");

function botWords(bots: readonly string[]): string {
  return [...new Set(bots)].map(levelWords).join(", ");
}

/** A level in words. A game may have levels of its own: then the name itself has to do. */
export function levelWords(level: string): string {
  if (level === "easy") return t("level.easy");
  if (level === "medium") return t("level.medium");
  if (level === "hard") return t("level.hard");
  return level;
}

/** How a match ended, for everybody: who won, or why nobody did. */
export function outcomeWords(table: TableShown): string {
  if (table.status === "error") return t("outcome.error");
  const first = table.result?.ranking[0] ?? [];
  if (first.length === 0) return table.status === "abandoned" ? t("outcome.abandoned") : t("outcome.none");
  const names = first.map((player) => nameOf(table.seats.find((seat) => seat.player_id === player) ?? { player_id: player }));
  if (first.length > 1 && first.length === table.seats.length) return t("outcome.draw");
  return tn("outcome.won", names.length, names.join(", "));
}

export type OwnOutcome = "won" | "drew" | "lost" | null;

/** How it ended for one seat; null if that cannot be said. */
export function ownOutcome(table: TableShown, player: string): OwnOutcome {
  const places = table.result?.ranking ?? [];
  const place = places.findIndex((players) => players.includes(player));
  if (place < 0) return null;
  if (place > 0) return "lost";
  return places.length === 1 && (places[0]?.length ?? 0) > 1 ? "drew" : "won";
}
