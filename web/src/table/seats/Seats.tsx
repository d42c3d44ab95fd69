// The list of seats: names, colours, scores, clocks, whose turn it is, and who is away.
import type { ReactNode } from "react";
import { awaited, committedTo, isOver, seatIndex } from "../../net/match";
import type { MatchState, SeatKnown } from "../../net/match";
import { rounded } from "../../scene/compat";
import { t } from "../../texts/t";
import { badgesOf } from "./badges";
import { Clock, Until } from "./Clock";
import { sideName } from "../result/outcome";

export function Seats({ state }: { state: MatchState }) {
  const waited = awaited(state);
  return (
    <ol className="seats" aria-label={t("table-seats")}>
      {state.seats.map((seat) => (
        <SeatRow key={seat.player_id} seat={seat} state={state} isAwaited={waited.includes(seat.player_id)} />
      ))}
    </ol>
  );
}

function SeatRow({ seat, state, isAwaited }: { seat: SeatKnown; state: MatchState; isAwaited: boolean }) {
  const score = state.over?.scores[seat.player_id] ?? state.doc?.scores[seat.player_id];
  const isMine = seat.player_id === state.me;
  const classes = ["seat", isAwaited && "is-awaited", isMine && "is-mine", seat.is_away && "is-away"].filter(Boolean);
  return (
    <li className={classes.join(" ")}>
      <SeatMark player={seat.player_id} />
      <span className="seat-who">
        <span className="seat-name">
          {seat.name ?? t("table-seat-free")}
          {isMine && <span className="seat-you"> ({t("table-seat-you")})</span>}
        </span>
        <span className="seat-notes">{notes(seat, state, isAwaited)}</span>
      </span>
      <span className="seat-numbers">
        {score !== undefined && (
          <span className="seat-score" title={t("table-seat-points")}>
            <span className="visually-hidden">{t("table-seat-points")}: </span>
            {points(score)}
          </span>
        )}
        <SeatClock state={state} seat={seatIndex(seat.player_id)} />
      </span>
    </li>
  );
}

export function SeatClock({ state, seat }: { state: MatchState; seat: number }) {
  const player = `p${seat}`;
  return (
    <Clock
      clock={state.clocks[player]}
      timer={state.table?.timer}
      offset={state.offset ?? 0}
      isMine={player === state.me}
    />
  );
}

/** The seat's colour, and its number for colour-blind players. */
export function SeatMark({ player }: { player: string }) {
  const index = seatIndex(player);
  const style = { background: `var(--seat-${index % 8})`, color: `var(--seat-ink-${index % 8})` };
  return (
    <span className="seat-mark" style={style} aria-hidden="true">
      {index + 1}
    </span>
  );
}

function notes(seat: SeatKnown, state: MatchState, isAwaited: boolean): ReactNode {
  const { status } = state;
  const found: ReactNode[] = [];
  const partners = partnersOf(seat, state);
  if (partners) found.push(t("table-seat-partners", { names: partners }));
  if (seat.is_ready && status === "waiting") found.push(t("table-ready-is"));
  if (seat.is_away && !isOver(status)) found.push(away(seat, state));
  found.push(...badgesOf(seat, state.seats));
  if (isAwaited && !seat.stuck) found.push(turnText(seat, state));
  else if (!isOver(status) && committedTo(state).includes(seat.player_id)) found.push(t("table-seat-committed"));
  return found.map((note, index) => (
    <span key={index} className="seat-note">
      {note}
    </span>
  ));
}

/** The names of this seat's partners. */
function partnersOf(seat: SeatKnown, state: MatchState): string {
  const team = state.table?.teams?.find((side) => side.includes(seat.player_id)) ?? [];
  const partners = team.filter((player) => player !== seat.player_id);
  const isKnown = partners.every((player) => state.seats.find((other) => other.player_id === player)?.name);
  return isKnown ? sideName(state, partners) : "";
}

function away(seat: SeatKnown, state: MatchState): ReactNode {
  if (seat.until == null || seat.stand_in) return t("table-seat-away");
  const [before, after] = t("table-seat-away-until", { time: "\u0000" }).split("\u0000");
  return (
    <>
      {before}
      <Until instant={seat.until} offset={state.offset ?? 0} />
      {after}
    </>
  );
}

function turnText(seat: SeatKnown, state: MatchState): string {
  if (seat.player_id === state.me) return t("table-turn-yours");
  return seat.is_bot || seat.stand_in ? t("table-seat-thinking") : t("table-seat-to-act");
}

export const points = (score: number): string => String(rounded(score));
