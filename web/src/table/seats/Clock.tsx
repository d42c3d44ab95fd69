// A clock that ticks between the server's updates.
import { useEffect, useState } from "react";
import { announce } from "../../app/announce";
import { t } from "../../texts/t";
import type { ClockShown, TimerConfig } from "../../wire";
import { pageNow } from "../session/pageClock";
import { clockText, isLow, reading, untilTick } from "./time";

/** The server's time, updated after each `wait`. */
function useServerNow(offset: number, wait: (now: number) => number): number {
  const [now, setNow] = useState(() => pageNow() + offset);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const at = pageNow() + offset;
      setNow(at);
      const left = wait(at);
      if (left < Infinity) timer = setTimeout(look, left);
    };
    look();
    return () => clearTimeout(timer);
  }, [offset, wait]);
  return now;
}

interface ClockProps {
  clock: ClockShown | undefined;
  timer: TimerConfig | undefined;
  offset: number;
  isMine: boolean;
}

export function Clock({ clock, timer, offset, isMine }: ClockProps) {
  const deadline = clock?.deadline ?? null;
  const [wait] = useWait(deadline);
  const now = useServerNow(offset, wait);
  const shown = reading(clock, timer, now);
  const isShort = shown !== null && isLow(shown);
  useEffect(() => {
    if (isShort && isMine) announce(t("table-clock-low"));
  }, [isShort, isMine]);
  if (!shown) return null;
  const time = clockText(shown.left_ms, shown.isRunning);
  const classes = ["clock", shown.isRunning && "is-running", isShort && "is-low", shown.isHeld && "is-held"];
  return (
    <span className={classes.filter(Boolean).join(" ")} role="timer" aria-live="off">
      <span className="clock-time">{time}</span>
      {shown.bank_ms > 0 && (
        <span className="clock-more">{t("table-clock-bank", { time: clockText(shown.bank_ms, false) })}</span>
      )}
      {shown.periods > 0 && (
        <span className="clock-more">
          {t("table-clock-periods", { count: shown.periods, time: clockText(timer?.period_time_ms ?? 0, false) })}
        </span>
      )}
      {shown.isHeld && <span className="clock-more">{t("table-clock-held")}</span>}
    </span>
  );
}

function useWait(deadline: number | null): [(now: number) => number] {
  const [kept, setKept] = useState<{ deadline: number | null; wait: (now: number) => number }>(() => ({
    deadline,
    wait: waiting(deadline),
  }));
  if (kept.deadline !== deadline) setKept({ deadline, wait: waiting(deadline) });
  return [kept.wait];
}

const waiting =
  (deadline: number | null) =>
  (now: number): number =>
    deadline === null ? Infinity : untilTick(deadline - now);

/** The time left until an instant of the server, as ticking text. */
export function Until({ instant, offset }: { instant: number; offset: number }) {
  const [wait] = useWait(instant);
  const now = useServerNow(offset, wait);
  return <>{clockText(Math.max(0, instant - now), false)}</>;
}
