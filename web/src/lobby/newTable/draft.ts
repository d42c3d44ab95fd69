// The contents of the form for a new table, and the request that is made from it.
import type { GameShown, OpenTable } from "../../wire";
import type { OptionField } from "./schema";
import { optionFields } from "./schema";
import type { TimerDraft } from "./timer";
import { INPUTS, NO_TIMER, timerBody, timerPath } from "./timer";
import type { Bounds, FormValues, Problems } from "./values";
import { firstValues, readNumber, readValues } from "./values";

/** An open seat for a person. Any other text is the level of a bot or the strategy of a model. */
export const PERSON = "";

export interface TableForm {
  seats: number;
  /** The other seats, as many as the largest table has; only the first `seats - 1` count. */
  others: readonly string[];
  /** Only models and bots play. This lists them by seat. */
  isExhibition: boolean;
  contestants: readonly string[];
  /** In US dollars and in calls, as typed; empty for the operator's limit. */
  maxUsd: string;
  maxCalls: string;
  options: FormValues;
  timer: TimerDraft;
  isPrivate: boolean;
  seating: "random" | "chosen";
  /** The player's own seat if seats are chosen: a number, or "" for any. */
  ownSeat: string;
  start: "full" | "ready";
  spectators: boolean;
  /** In seconds, as typed. */
  delay: string;
  leaver: "" | NonNullable<OpenTable["leaver"]>;
}

const HOUR_MS = 3_600_000;

/** The names of a game's levels. A game without levels has the single strategy that plays every game. */
export function levelsOf(game: GameShown): string[] {
  const own = Object.keys(game.levels);
  return own.length > 0 ? own : ["random"];
}

/** The wanted level if the game has it, otherwise its middle level. */
export function levelFor(game: GameShown, wanted: string): string {
  const levels = levelsOf(game);
  return levels.find((level) => level === wanted) ?? levels[Math.floor((levels.length - 1) / 2)] ?? "random";
}

export function firstDraft(game: GameShown): TableForm {
  return {
    seats: game.min_players,
    others: Array.from({ length: game.max_players - 1 }, () => PERSON),
    isExhibition: false,
    contestants: Array.from({ length: game.max_players }, () => PERSON),
    maxUsd: "",
    maxCalls: "",
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

export function tableBody(game: GameShown, draft: TableForm, problems: Problems): OpenTable {
  const bots = botsOf(draft);
  const options = readValues(fieldsOf(game), draft.options, problems);
  const body: OpenTable = {
    game: game.game_id,
    seats: draft.seats,
    num_bots: bots.length,
    timer: timerBody(draft.timer, problems),
    private: draft.isPrivate,
    ...(draft.isExhibition ? exhibitionBody(draft, problems) : sittingBody(draft)),
  };
  if (bots.length > 0) body.bots = bots;
  if (Object.keys(options).length > 0) body.options = options;
  if (hasSpectators(draft)) body.spectator_delay_ms = delayMs(draft.delay, problems);
  return body;
}

/** The bots and models of the table. */
function botsOf({ isExhibition, contestants, others, seats }: TableForm): string[] {
  return isExhibition ? contestants.slice(0, seats) : others.slice(0, seats - 1).filter((other) => other !== PERSON);
}

/** An exhibition always has spectators. */
export const hasSpectators = (draft: TableForm): boolean => draft.isExhibition || draft.spectators;

/** How players take and keep their seats. */
function sittingBody({ seating, start, spectators, leaver }: TableForm): Partial<OpenTable> {
  return { seating, start, spectators, ...(leaver === "" ? {} : { leaver }) };
}

function exhibitionBody({ maxUsd, maxCalls }: TableForm, problems: Problems): Partial<OpenTable> {
  const usd = limit({ isWhole: false, min: 0.01 }, maxUsd, "max_usd", problems);
  const calls = limit({ isWhole: true, min: 1 }, maxCalls, "max_calls", problems);
  return {
    exhibition: true,
    ...(usd === undefined ? {} : { max_usd: usd }),
    ...(calls === undefined ? {} : { max_calls: calls }),
  };
}

/** A limit, or undefined for the operator's limit. */
function limit(bounds: Bounds, text: string, path: string, problems: Problems): number | undefined {
  if (text.trim() === "") return undefined;
  const read = readNumber(bounds, text);
  if (read.problem !== undefined) problems[path] = read.problem;
  return typeof read.value === "number" ? read.value : undefined;
}

/** The draft of an exhibition: seats without a choice get the models in turn. */
export function withExhibition(draft: TableForm, models: readonly string[]): Partial<TableForm> {
  const contestants = draft.contestants.map((who, seat) => who || (models[seat % models.length] ?? who));
  return { isExhibition: true, contestants };
}

/** The seat to ask for; undefined for any. */
export function ownSeat(draft: TableForm): number | undefined {
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

/** Quick play: a table of the usual size where all other players are bots of this level. */
export function quickBody(game: GameShown, level: string): OpenTable {
  const seats = Math.max(game.min_players, 1);
  const bots = seats - 1;
  return { game: game.game_id, seats, num_bots: bots, ...(bots > 0 ? { bots: [levelFor(game, level)] } : {}) };
}

/** The problem of a field or of a value inside it (`options.prizes[3]` is shown at `options.prizes`). */
export function problemAt(problems: Problems, path: string): string | undefined {
  const within = Object.keys(problems).find(
    (key) => key === path || key.startsWith(`${path}[`) || key.startsWith(`${path}.`),
  );
  return within === undefined ? undefined : problems[within];
}

/** The paths of the visible fields: problems elsewhere are shown above the form. */
export function shownPaths(game: GameShown, draft: TableForm): string[] {
  return [
    ...fieldsOf(game).map((field) => field.path),
    ...["bots", "private"],
    ...(draft.isExhibition ? [] : ["player_name", "spectators", "start", "seating", "leaver"]),
    ...(game.max_players > game.min_players ? ["seats", "num_bots"] : []),
    ...(hasSpectators(draft) ? ["spectator_delay_ms"] : []),
    ...(draft.seating === "chosen" && !draft.isExhibition ? ["seat"] : []),
    ...(draft.isExhibition ? ["max_usd", "max_calls"] : []),
    ...(draft.timer.mode === "none" ? [] : ["timer.timeout_behavior"]),
    ...INPUTS[draft.timer.mode].map(timerPath),
  ];
}

/** Problems without a visible field; they are shown above the form. */
export function otherProblems(problems: Problems, paths: readonly string[]): string[] {
  const isShown = (key: string) =>
    paths.some((path) => key === path || key.startsWith(`${path}[`) || key.startsWith(`${path}.`));
  return Object.keys(problems)
    .filter((key) => !isShown(key))
    .map((key) => problems[key] ?? "");
}
