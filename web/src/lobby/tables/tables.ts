// Texts about a listed table.
import { freeSeats } from "../../net/table";
import type { TableSettings } from "../../net/table";
import { badgesOf } from "../../table/seats/badges";
import { listed, t } from "../../texts/t";
import type { GameShown, Seat, TableShown } from "../../wire";
import { fieldsOf } from "../newTable/draft";
import { timerWords } from "../newTable/timer";
import { optionWords } from "../newTable/values";

const USUAL: Omit<TableSettings, "seats" | "leaver"> = {
  options: {},
  timer: { mode: "none" },
  num_bots: 0,
  bots: [],
  private: false,
  seating: "random",
  start: "full",
  spectators: true,
  spectator_delay_ms: 0,
};

export function settingsOf(table: TableShown): typeof USUAL {
  return { ...USUAL, ...table.table };
}

export const isWaiting = (table: TableShown): boolean => table.status === "waiting";

/** The settings of a table that differ from the defaults: timer, game options, start and seats. */
export function tableWords(table: TableShown, game: GameShown | undefined): string[] {
  const own = settingsOf(table);
  return [
    ...(own.exhibition ? [t("lobby-words-exhibition")] : []),
    ...(table.seats.some((seat) => seat.stuck != null) ? [t("lobby-words-stuck")] : []),
    ...(own.timer.mode && own.timer.mode !== "none" ? [timerWords(own.timer)] : []),
    ...(game ? optionWords(fieldsOf(game), own.options) : []),
    ...(own.fixed ? [t("lobby-words-fixed")] : []),
    ...(own.start === "ready" && isWaiting(table) ? [t("lobby-words-ready")] : []),
    ...(own.seating === "chosen" && isWaiting(table) ? [t("lobby-words-chosen")] : []),
  ];
}

/** The seated players, free seats and bots. */
export function peopleWords(table: TableShown): string {
  const named = table.seats.filter((seat) => seat.name != null).map((seat) => seatWords(seat, table.seats));
  const own = settingsOf(table);
  const coming = isWaiting(table)
    ? [
        ...(freeSeats(table) > 0 ? [t("lobby-free", { count: freeSeats(table) })] : []),
        ...(own.num_bots > 0 ? [t("lobby-bots", { count: own.num_bots, level: botWords(own.bots) })] : []),
      ]
    : [];
  return [...named, ...coming].join(" · ");
}

export const nameOf = (seat: Seat): string => seat.name ?? t("lobby-nobody");

/** The player's name and badges. */
export function seatWords(seat: Seat, seats: readonly Seat[]): string {
  const badges = badgesOf(seat, seats);
  return badges.length > 0 ? t("lobby-seat", { name: nameOf(seat), badges: badges.join(", ") }) : nameOf(seat);
}

function botWords(bots: readonly string[]): string {
  return [...new Set(bots)].map(levelWords).join(", ");
}

/** The name of a level. A level that only one game has is shown by its key. */
export function levelWords(level: string): string {
  if (level === "easy") return t("level-easy");
  if (level === "medium") return t("level-medium");
  if (level === "hard") return t("level-hard");
  return modelIn(level) ?? level;
}

/** The model in a strategy such as `llm:endpoint=local,model=qwen`; its endpoint if it names no model. */
function modelIn(strategy: string): string | null {
  const [name, parameters] = strategy.split(/:(.*)/s);
  if (name !== "llm") return null;
  const given = (key: string): string | undefined => new RegExp(`(?:^|,)${key}=([^,]*)`).exec(parameters ?? "")?.[1];
  return given("model") ?? given("endpoint") ?? t("table-seat-model");
}

/** The result of a match for all readers: the winner, or why there is none. */
export function outcomeWords(table: TableShown): string {
  if (table.status === "error") return t("outcome-error");
  const first = table.result?.ranking[0] ?? [];
  if (first.length === 0) return table.status === "abandoned" ? t("outcome-abandoned") : t("outcome-none");
  if (first.length > 1 && table.result?.ranking.length === 1) return t("outcome-draw");
  const names = first.map((side) => listed(side.map((player) => playerName(table, player))));
  return t("outcome-won", { count: names.length, names });
}

const playerName = (table: TableShown, player: string): string =>
  nameOf(table.seats.find((seat) => seat.player_id === player) ?? { player_id: player });

export type OwnOutcome = "won" | "drew" | "lost" | null;

/** The result for one seat; null if it is unknown. */
export function ownOutcome(table: TableShown, player: string): OwnOutcome {
  const places = table.result?.ranking ?? [];
  const place = places.findIndex((sides) => sides.flat().includes(player));
  if (place < 0) return null;
  if (place > 0) return "lost";
  return places.length === 1 && (places[0]?.length ?? 0) > 1 ? "drew" : "won";
}
