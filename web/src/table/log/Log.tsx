// The log in words; the last move is marked.
import { say } from "../../scene";
import type { Look } from "../../scene";
import { nameOf } from "../../net/match";
import type { LogEntry, MatchState } from "../../net/match";
import { t } from "../../texts/t";
import { SeatMark } from "../seats/Seats";
import { useStickToBottom } from "./stickToBottom";

export function Log({ state, look }: { state: MatchState; look: Look }) {
  // Skip lines that are empty in this language.
  const lines = state.log.filter((entry) => say(entry.text, look.texts) !== "");
  const bottom = useStickToBottom<HTMLOListElement>(lines.length);
  const newest = lines.at(-1)?.number;
  if (lines.length === 0) return <p className="muted panel-note">{t("table-log-empty")}</p>;
  return (
    <ol ref={bottom} className="plain log">
      {lines.map((entry, index) => (
        <LogRow key={index} entry={entry} state={state} look={look} isLatest={entry.number === newest} />
      ))}
    </ol>
  );
}

function LogRow({
  entry,
  state,
  look,
  isLatest,
}: {
  entry: LogEntry;
  state: MatchState;
  look: Look;
  isLatest: boolean;
}) {
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

/** The line for screen readers; empty if it is empty in this language. */
export function lineText(entry: LogEntry, state: MatchState, look: Look): string {
  const text = say(entry.text, look.texts);
  return text && [nameOf(state, entry.player), text].filter(Boolean).join(" ");
}
