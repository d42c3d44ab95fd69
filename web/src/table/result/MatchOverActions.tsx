// The actions after a match: rematch or replay.
import { Link, navigate } from "../../app/routing/router";
import { playPath, replayPath } from "../../app/routing/routes";
import { useTask } from "../../app/useTask";
import type { MatchState } from "../../net/match";
import { rest } from "../../net/rest";
import { storeSeat } from "../../net/tokens";
import { t } from "../../texts/t";
import type { Joined } from "../../wire";
import { followRematch } from "../models/sponsorSeat";

export function MatchOverActions({ state }: { state: MatchState }) {
  const task = useTask();
  const { matchId, me, rematch, status } = state;

  async function playAgain(): Promise<void> {
    const joined = await rest.post<Joined>(`/api/matches/${encodeURIComponent(matchId)}/rematch`, undefined, {
      as: matchId,
    });
    storeSeat(joined.match_id, { token: joined.seat_token, player_id: joined.player_id });
    // If the model gets no seat there, the user can add it again.
    await followRematch(matchId).catch(() => undefined);
    navigate(playPath(joined.match_id));
  }

  return (
    <div className="buttons afterwards">
      {me !== null && status !== "error" && (
        <button type="button" className="button primary" disabled={task.isBusy} onClick={() => task.run(playAgain)}>
          {t(rematch ? "table-result-rematch-offered" : "table-result-rematch")}
        </button>
      )}
      {me === null && rematch && (
        <Link to={playPath(rematch)} className="button">
          {t("table-result-rematch-look")}
        </Link>
      )}
      <Link to={replayPath(matchId)} className="button">
        {t("table-replay")}
      </Link>
      {task.fault && <p className="refusal">{task.fault}</p>}
    </div>
  );
}
