// A new table while its form is filled in, and the request that becomes of it.
import type { GameShown, OpenTable } from "../wire";
import type { OptionField } from "./schema";
import { optionFields } from "./schema";
import type { TimerDraft } from "./timer";
import { INPUTS, NO_TIMER, timerBody, timerPath } from "./timer";
import type { FormValues, Problems } from "./values";
import { firstValues, readNumber, readValues } from "./values";

/** A seat that waits for somebody; any other text is the level of a bot. */
export const PERSON = "";

export interface Draft {
  seats: number;
  /** Who else plays: as many as the largest table has, of which the first `seats - 1` count. */
  others: readonly string[];
  options: FormValues;
  timer: TimerDraft;
  isPrivate: boolean;
  seating: "random" | "chosen";
  /** Where one sits oneself, if seats are chosen: a number, or "" for any. */
  ownSeat: string;
  start: "full" | "ready";
  spectators: boolean;
  /** In seconds, as typed. */
  delay: string;
  leaver: "" | NonNullable<OpenTable["leaver"]>;
}

const HOUR_MS = 3_600_000;

/** A game's levels by name; a game without any has the one strategy that plays everything. */
export function levelsOf(game: GameShown): string[] {
  const own = Object.keys(game.levels);
  return own.length > 0 ? own : ["random"];
}

/** The level that is wanted if the game has it, else its middle one. */
export function levelFor(game: GameShown, wanted: string): string {
  const levels = levelsOf(game);
  return levels.find((level) => level === wanted) ?? levels[Math.floor((levels.length - 1) / 2)] ?? "random";
}

export function firstDraft(game: GameShown): Draft {
  return {
    seats: game.min_players,
    others: Array.from({ length: game.max_players - 1 }, () => PERSON),
    options: firstValues(optionFields(game.options, game.words)),
    timer: NO_TIMER,
    isPrivate: false,
    seating: "random",
    ownSeat: "",
    start: "full",
    spectators: true,
    delay: "0",
    leaver: "",
  };
}

export function tableBody(game: GameShown, draft: Draft, problems: Problems): OpenTable {
  const bots = draft.others.slice(0, draft.seats - 1).filter((other) => other !== PERSON);
  const options = readValues(fieldsOf(game), draft.options, problems);
  const body: OpenTable = {
    game: game.game_id,
    seats: draft.seats,
    num_bots: bots.length,
    timer: timerBody(draft.timer, problems),
    private: draft.isPrivate,
    seating: draft.seating,
    start: draft.start,
    spectators: draft.spectators,
  };
  if (bots.length > 0) body.bots = bots;
  if (Object.keys(options).length > 0) body.options = options;
  if (draft.spectators) body.spectator_delay_ms = delayMs(draft.delay, problems);
  if (draft.leaver !== "") body.leaver = draft.leaver;
  return body;
}

/** The seat to ask for, if it is not any. */
export function ownSeat(draft: Draft): number | undefined {
  return draft.seating === "chosen" && draft.ownSeat !== "" ? Number(draft.ownSeat) : undefined;
}

function delayMs(text: string, problems: Problems): number {
  const read = readNumber({ isWhole: true, min: 0, max: HOUR_MS }, text, 1000);
  if (read.problem !== undefined) problems["spectator_delay_ms"] = read.problem;
  return typeof read.value === "number" ? read.value : 0;
}

export function fieldsOf(game: GameShown): OptionField[] {
  return optionFields(game.options, game.words);
}

/** One click: a table of the usual size at which everybody else is a bot of this level. */
export function quickBody(game: GameShown, level: string): OpenTable {
  const seats = Math.max(game.min_players, 1);
  const bots = seats - 1;
  return { game: game.game_id, seats, num_bots: bots, ...(bots > 0 ? { bots: [levelFor(game, level)] } : {}) };
}

/** The problem of a field: its own, or of something inside it (`options.prizes[3]` is shown at `options.prizes`). */
export function problemAt(problems: Problems, path: string): string | undefined {
  const within = Object.keys(problems).find((key) => key === path || key.startsWith(`${path}[`) || key.startsWith(`${path}.`));
  return within === undefined ? undefined : problems[within];
}

/** What the form has a field for: a problem with anything else is told above it. */
export function shownPaths(game: GameShown, draft: Draft): string[] {
  return [
    ...fieldsOf(game).map((field) => field.path),
    ...["player_name", "bots", "private", "spectators", "start", "seating", "leaver"],
    ...(game.max_players > game.min_players ? ["seats", "num_bots"] : []),
    ...(draft.spectators ? ["spectator_delay_ms"] : []),
    ...(draft.seating === "chosen" ? ["seat"] : []),
    ...(draft.timer.mode === "none" ? [] : ["timer.timeout_behavior"]),
    ...INPUTS[draft.timer.mode].map(timerPath),
  ];
}

/** Problems that belong to no field in sight: they are shown above the form. */
export function otherProblems(problems: Problems, paths: readonly string[]): string[] {
  const isShown = (key: string) => paths.some((path) => key === path || key.startsWith(`${path}[`) || key.startsWith(`${path}.`));
  return Object.keys(problems)
    .filter((key) => !isShown(key))
    .map((key) => problems[key] ?? "");
}
