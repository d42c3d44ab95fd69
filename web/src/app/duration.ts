// Times in words: short, but without rounding to minutes.
import { t } from "../texts/t";

export function durationWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60 || !Number.isInteger(seconds)) return t("time-seconds", { n: rounded(seconds) });
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const parts = [
    hours > 0 && t("time-hours", { n: hours }),
    minutes > 0 && t("time-minutes", { n: minutes }),
    rest > 0 && t("time-seconds", { n: rest }),
  ];
  return parts.filter((part) => part !== false).join(" ");
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** A point in time in words, without the date if it is today. */
export function whenWords(at: number, now: number = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday
    ? t("time-today", { time: time.format(at) })
    : t("time-day", { day: day.format(at), time: time.format(at) });
}
