// What happened, in words; the last move is marked.
import { say } from "../scene";
import type { Look } from "../scene";
import { nameOf } from "../net/match";
import type { LogEntry, MatchState } from "../net/match";
import { t } from "../texts/t";
import { SeatMark } from "./Seats";
import { useBottom } from "./bottom";

export function Log({ state, look }: { state: MatchState; look: Look }) {
  const bottom = useBottom<HTMLOListElement>(state.log.length);
  const newest = state.log.at(-1)?.number;
  if (state.log.length === 0) return <p className="muted panel-note">{t("table.log.empty")}</p>;
  return (
    <ol ref={bottom} className="plain log">
      {state.log.map((entry, index) => (
        <LogRow key={index} entry={entry} state={state} look={look} isLatest={entry.number === newest} />
      ))}
    </ol>
  );
}

function LogRow({ entry, state, look, isLatest }: { entry: LogEntry; state: MatchState; look: Look; isLatest: boolean }) {
  return (
    <li className={isLatest ? "log-line is-latest" : "log-line"} {...(isLatest ? { "aria-current": true } : {})}>
      {entry.player !== null && <SeatMark player={entry.player} />}
      <span>
        {entry.player !== null && <b>{nameOf(state, entry.player)} </b>}
        {say(entry.text, look.texts)}
      </span>
    </li>
  );
}

/** The line as it is read out. */
export function lineText(entry: LogEntry, state: MatchState, look: Look): string {
  return [nameOf(state, entry.player), say(entry.text, look.texts)].filter(Boolean).join(" ");
}
