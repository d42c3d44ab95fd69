// The result of a match in words.
import { isOver, nameOf } from "../../net/match";
import type { MatchState } from "../../net/match";
import { listed, t } from "../../texts/t";

/** A side: one player or a team. */
export type Side = string[];

/** The winner, and the player whose leaving decided the match, if any. */
export function headline(state: MatchState): string {
  const { over } = state;
  if (!over) return isOver(state.status) ? t("table-result-abandoned") : "";
  if (over.status === "error") return t("table-result-error");
  const ranking = over.result?.ranking ?? [];
  const [first] = ranking;
  if (!first || first.length === 0)
    return t(over.status === "abandoned" ? "table-result-abandoned" : "table-result-none");
  const won = first.length > 1 ? tied(state, ranking) : winning(state, first[0] ?? []);
  const why = leaving(state);
  return why ? t("table-result-because", { outcome: won, reason: why }) : won;
}

function tied(state: MatchState, ranking: Side[][]): string {
  if (ranking.length === 1) return t("table-result-draw");
  return t("table-result-share", { names: listed((ranking[0] ?? []).map((side) => sideName(state, side))) });
}

function winning(state: MatchState, side: Side): string {
  if (side.length > 1) return t("table-result-win-team", { names: sideName(state, side) });
  return side[0] === state.me ? t("table-result-win-you") : t("table-result-win", { name: sideName(state, side) });
}

export const sideName = (state: MatchState, side: Side): string => listed(side.map((player) => nameOf(state, player)));

/** How the players left whose leaving ended the match; empty if the game reached its own end. */
function leaving(state: MatchState): string {
  const { reason = "normal", details = {} } = state.over?.result ?? {};
  const left = Array.isArray(details.left) ? details.left.map(String) : [];
  if (left.length === 0 || (reason !== "resignation" && reason !== "timeout" && reason !== "forfeit")) return "";
  return t(`table-result-left-${reason}`, { name: sideName(state, left) });
}

/** The reason for the end, if the headline does not say it. */
export function reasonText(state: MatchState): string {
  const reason = state.over?.result?.reason ?? "normal";
  return leaving(state) ? "" : t(`table-result-reason-${reason}`);
}

export interface RankedSide {
  place: number;
  side: Side;
}

/** Each side with its place; tied sides share a place, and the next places are skipped. */
export function places(ranking: Side[][]): RankedSide[] {
  let place = 1;
  return ranking.flatMap((tied) => {
    const own = place;
    place += tied.length;
    return tied.map((side) => ({ place: own, side }));
  });
}

/** The score of each side: the score that its members share, or all their scores joined with `+`. */
export function sideScores(sides: Side[], scores: Record<string, number>, told: (score: number) => string): string[] {
  const all = sides.map((side) => side.map((player) => scores[player] ?? 0));
  const isShared = all.every((own) => new Set(own).size === 1);
  return all.map((own) => (isShared ? own.slice(0, 1) : own).map(told).join(" + "));
}
