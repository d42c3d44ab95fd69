// How a match ended, in words.
import { isOver, nameOf } from "../net/match";
import type { MatchState } from "../net/match";
import { t } from "../texts/t";

export function headline(state: MatchState): string {
  const { over, me } = state;
  if (!over) return isOver(state.status) ? t("table.result.abandoned") : "";
  if (over.status === "error") return t("table.result.error");
  const ranking = over.result?.ranking ?? [];
  const [first] = ranking;
  if (!first || first.length === 0) return t(over.status === "abandoned" ? "table.result.abandoned" : "table.result.none");
  if (ranking.length === 1 && first.length === state.seats.length) return t("table.result.draw");
  if (first.length > 1) return t("table.result.share", first.map((player) => nameOf(state, player)).join(", "));
  return first[0] === me ? t("table.result.win.you") : t("table.result.win", nameOf(state, first[0] ?? null));
}

export function reasonText(state: MatchState): string {
  const reason = state.over?.result?.reason ?? "normal";
  return t(`table.result.reason.${reason}`);
}

export interface Place {
  place: number;
  player: string;
}

/** Everybody with their place; tied players share one, and the next is further down. */
export function places(ranking: string[][]): Place[] {
  let place = 1;
  return ranking.flatMap((tied) => {
    const own = place;
    place += tied.length;
    return tied.map((player) => ({ place: own, player }));
  });
}
