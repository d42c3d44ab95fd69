// Time controls: as form inputs, as request data, and in words.
import { durationWords } from "../../app/duration";
import { t } from "../../texts/t";
import type { TimeoutBehavior, TimerConfig, TimerMode } from "../../wire";
import type { Problems } from "./values";
import { readNumber } from "./values";

/** The inputs as typed. Both `base` (minutes) and `move` (seconds) are the base time, each for other modes. */
export interface TimerDraft {
  mode: TimerMode;
  base: string;
  move: string;
  increment: string;
  periods: string;
  period: string;
  turn: string;
  bank: string;
  bonus: string;
  timeout: TimeoutBehavior;
}

export type TimerInput = Exclude<keyof TimerDraft, "mode" | "timeout">;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LONGEST = 366 * 24 * 60 * MINUTE;

interface InputMeaning {
  sent: Exclude<keyof TimerConfig, "mode" | "timeout_behavior">;
  unit: number;
}

const MEANINGS: Record<TimerInput, InputMeaning> = {
  base: { sent: "base_time_ms", unit: MINUTE },
  move: { sent: "base_time_ms", unit: SECOND },
  increment: { sent: "increment_ms", unit: SECOND },
  periods: { sent: "periods", unit: 1 },
  period: { sent: "period_time_ms", unit: SECOND },
  turn: { sent: "turn_ms", unit: SECOND },
  bank: { sent: "bank_ms", unit: SECOND },
  bonus: { sent: "round_bonus_ms", unit: SECOND },
};

/** The inputs of each mode. */
export const INPUTS: Record<TimerMode, readonly TimerInput[]> = {
  none: [],
  fischer: ["base", "increment"],
  byoyomi: ["base", "periods", "period"],
  simple: ["move"],
  total: ["base"],
  bank: ["turn", "bank", "bonus"],
};

export const MODES: readonly TimerMode[] = ["none", "fischer", "byoyomi", "simple", "total", "bank"];
export const TIMEOUTS: readonly TimeoutBehavior[] = ["force_pass", "random_action", "lose_game"];

export const NO_TIMER: TimerDraft = {
  mode: "none",
  base: "5",
  move: "30",
  increment: "5",
  periods: "3",
  period: "30",
  turn: "10",
  bank: "60",
  bonus: "0",
  timeout: "force_pass",
};

/** Common time controls by name; each sets only the inputs of its mode. */
export const PRESETS: Readonly<Record<string, Partial<TimerDraft>>> = {
  none: { mode: "none" },
  move30: { mode: "simple", move: "30" },
  fischer5: { mode: "fischer", base: "5", increment: "5" },
  byoyomi10: { mode: "byoyomi", base: "10", periods: "3", period: "30" },
  total15: { mode: "total", base: "15" },
  bank10: { mode: "bank", turn: "10", bank: "60", bonus: "0" },
};

export function presetOf(draft: TimerDraft): string | null {
  const isLike = (preset: Partial<TimerDraft>) =>
    preset.mode === draft.mode && INPUTS[draft.mode].every((input) => preset[input] === draft[input].trim());
  return Object.keys(PRESETS).find((name) => isLike(PRESETS[name] ?? {})) ?? null;
}

export function timerBody(draft: TimerDraft, problems: Problems): TimerConfig {
  const body: TimerConfig = { mode: draft.mode };
  for (const input of INPUTS[draft.mode]) {
    const { sent, unit } = MEANINGS[input];
    const max = sent === "periods" ? 1000 : LONGEST;
    const read = readNumber({ isWhole: true, min: 0, max }, draft[input], unit);
    if (read.problem !== undefined) problems[`timer.${sent}`] = read.problem;
    else body[sent] = read.value as number;
  }
  if (draft.mode !== "none") body.timeout_behavior = draft.timeout;
  return body;
}

export const timerPath = (input: TimerInput): string => `timer.${MEANINGS[input].sent}`;

export function timerWords(timer: TimerConfig): string {
  const base = durationWords(timer.base_time_ms ?? 0);
  switch (timer.mode ?? "none") {
    case "none":
      return t("timer-words-none");
    case "fischer":
      return timer.increment_ms
        ? t("timer-words-fischer", { base, increment: durationWords(timer.increment_ms) })
        : base;
    case "byoyomi":
      return t("timer-words-byoyomi", {
        base,
        periods: timer.periods ?? 1,
        period: durationWords(timer.period_time_ms ?? 0),
      });
    case "simple":
      return t("timer-words-simple", { time: base });
    case "total":
      return t("timer-words-total", { time: base });
    case "bank":
      return bankWords(timer);
  }
}

function bankWords(timer: TimerConfig): string {
  const words = t("timer-words-bank", {
    time: durationWords(timer.turn_ms ?? 0),
    bank: durationWords(timer.bank_ms ?? 0),
  });
  return timer.round_bonus_ms ? t("timer-words-bonus", { words, bonus: durationWords(timer.round_bonus_ms) }) : words;
}
