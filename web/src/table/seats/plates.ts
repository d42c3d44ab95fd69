// The facts on the plates of seats: the same as in the list of seats.
import { awaited, committedTo, isOver } from "../../net/match";
import type { MatchState, SeatKnown } from "../../net/match";
import { seatsWithPlates } from "../../scene";
import type { Items, PlateShown } from "../../scene";
import { t } from "../../texts/t";
import type { ShownView } from "../../wire";
import { chiefBadge } from "./badges";
import { reading } from "./time";

/** By seat, for the current state. The ticking clocks are drawn over the scene. */
export function platesOf(state: MatchState): PlateShown[] {
  const { doc, over, me } = state;
  const waited = awaited(state);
  const answered = isOver(state.status) ? [] : committedTo(state);
  return state.seats.map((seat) => {
    const player = seat.player_id;
    return {
      name: seat.name ?? t("table-seat-free"),
      score: over?.scores[player] ?? doc?.scores[player] ?? null,
      turn: waited.includes(player),
      done: answered.includes(player),
      mine: player === me,
      away: seat.is_away === true,
      clock: hasClock(state, player) ? "" : null,
      note: noteOf(seat, state),
    };
  });
}

function hasClock({ clocks, table }: MatchState, player: string): boolean {
  return reading(clocks[player], table?.timer, 0) !== null;
}

function noteOf(seat: SeatKnown, { status }: MatchState): string {
  const isGone = seat.is_away && !seat.stand_in && !isOver(status);
  return isGone ? t("table-seat-away") : chiefBadge(seat);
}

/** By seat, at one moment of a finished match. */
export function platesIn(view: ShownView, names: readonly string[], viewer: string | null): PlateShown[] {
  return names.map((name, index) => {
    const player = `p${index}`;
    const isAwaited = view.status === "active" && (view.expected ?? []).includes(player);
    return { name, score: view.scores[player] ?? null, turn: isAwaited, mine: player === viewer };
  });
}

/** Whether every seat has a plate in the scene: then the list of seats is not needed. */
export function hasAllPlates(items: Items, seats: number): boolean {
  const found = seatsWithPlates(items);
  return Array.from({ length: seats }, (_, seat) => seat).every((seat) => found.has(seat));
}
