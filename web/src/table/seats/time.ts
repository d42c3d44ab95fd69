// Computes what a clock shows, from the server's last update.
import type { ClockShown, TimerConfig } from "../../wire";

export interface Reading {
  /** The time left of the part that is running, or would run next. */
  left_ms: number;
  /** The time after it: the bank behind a turn's own time. */
  bank_ms: number;
  /** The remaining byo-yomi periods, including the current one. */
  periods: number;
  isRunning: boolean;
  isHeld: boolean;
}

/** The reading at a server time; null if this seat has no clock. */
export function reading(clock: ClockShown | undefined, timer: TimerConfig | undefined, now: number): Reading | null {
  if (!clock) return null;
  const held = clock.held ?? false;
  if (clock.deadline == null) return standing(clock, timer, held);
  return { ...split(Math.max(0, clock.deadline - now), clock, timer), isRunning: true, isHeld: held };
}

function standing(clock: ClockShown, timer: TimerConfig | undefined, isHeld: boolean): Reading | null {
  const bank = clock.bank_ms ?? 0;
  const periods = clock.periods ?? 0;
  const rest = { isRunning: false, isHeld };
  if (timer?.mode === "byoyomi" && bank === 0) {
    return { left_ms: periods ? (timer.period_time_ms ?? 0) : 0, bank_ms: 0, periods, ...rest };
  }
  // With a time per move, no time runs between prompts.
  if (bank === 0 && periods === 0 && !isHeld && (timer?.mode ?? "none") !== "total" && timer?.mode !== "fischer")
    return null;
  return { left_ms: bank, bank_ms: 0, periods, ...rest };
}

/** Time is used in this order: the turn's own time, the bank, then the periods. */
function split(
  left: number,
  clock: ClockShown,
  timer: TimerConfig | undefined,
): Pick<Reading, "left_ms" | "bank_ms" | "periods"> {
  const bank = clock.bank_ms ?? 0;
  const periods = clock.periods ?? 0;
  const period = timer?.period_time_ms ?? 0;
  if (timer?.mode === "bank" && left > bank) return { left_ms: left - bank, bank_ms: bank, periods: 0 };
  if (timer?.mode !== "byoyomi" || period === 0) return { left_ms: left, bank_ms: 0, periods: 0 };
  const reserve = periods * period;
  if (left > reserve) return { left_ms: left - reserve, bank_ms: 0, periods };
  const begun = Math.ceil(left / period);
  return { left_ms: left - Math.max(0, begun - 1) * period, bank_ms: 0, periods: begun };
}

/** Whether to warn: the last ten seconds, or the last tenth of a shorter time. */
export function isLow(shown: Reading): boolean {
  return shown.isRunning && !shown.isHeld && shown.bank_ms === 0 && shown.periods <= 1 && shown.left_ms <= 10_000;
}

/** `1:05:00` or `2:07`; tenths only in the last ten seconds of a running clock. */
export function clockText(ms: number, withTenths: boolean): string {
  if (withTenths && ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Milliseconds until the shown text changes, so that the page does not tick more often than needed. */
export function untilTick(left_ms: number): number {
  if (left_ms <= 0) return Infinity;
  const step = left_ms <= 10_000 ? 100 : 1000;
  return left_ms % step || step;
}
