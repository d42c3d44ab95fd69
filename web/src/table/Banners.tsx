// Notices about problems, above the table.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { durationWords } from "../app/duration";
import { isOver } from "../net/match";
import type { MatchState } from "../net/match";
import { houseTexts } from "../texts/house";
import { t } from "../texts/t";
import { absentModels, sponsorWarnings } from "./seats/badges";

/** Do not report a connection that returns within this time. */
const UNNOTICED_MS = 700;

/** A model that was just added, or whose tab was reloaded, appears within this time. */
const MISSED_MS = 5000;

interface BannersProps {
  state: MatchState;
  onRetry: () => void;
  /** Further notices. */
  children?: ReactNode;
}

export function Banners({ state, onRetry, children }: BannersProps) {
  const isLost = useAfter(!state.isIn && state.line !== "ended" && !state.hasLeft, UNNOTICED_MS);
  const absent = isOver(state.status) ? [] : absentModels(state.seats, state.me);
  const isMissed = useAfter(absent.length > 0, MISSED_MS);
  const delay = state.me === null ? (state.table?.spectator_delay_ms ?? 0) : 0;
  return (
    <div className="table-banners">
      {isLost && (
        <p className="banner quiet-banner">
          <span>{t(state.line === "lost" ? "table-line-lost" : "table-line-connecting")}</span>
          {state.line === "lost" && (
            <button type="button" className="button small" onClick={onRetry}>
              {t("table-line-retry")}
            </button>
          )}
        </p>
      )}
      {state.status === "paused" && <p className="banner">{pauseText(state)}</p>}
      {state.status === "error" && <p className="banner">{t("table-broken")}</p>}
      {delay > 0 && state.status !== "waiting" && (
        <p className="banner quiet-banner">{t("table-delayed", { time: durationWords(delay) })}</p>
      )}
      {[...sponsorWarnings(state.seats), ...(isMissed ? absent : [])].map((warning) => (
        <p key={warning} className="banner quiet-banner">
          {warning}
        </p>
      ))}
      {children}
    </div>
  );
}

export function pauseText({ pauseReason }: Pick<MatchState, "pauseReason">): string {
  return pauseReason ? t("table-paused", { reason: houseTexts.tell(pauseReason) }) : t("table-paused-unknown");
}

/** Whether something has been true for `ms` milliseconds. */
function useAfter(isTrue: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isTrue) return setLong(false);
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [isTrue, ms]);
  return isTrue && isLong;
}
