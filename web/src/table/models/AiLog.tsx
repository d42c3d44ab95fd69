// The AI log during a match: most viewers see only failures.
import { useEffect, useState } from "react";
import { Dialog } from "../../app/components/Dialog";
import { FaultNotice } from "../../app/components/Fault";
import { nameOf } from "../../net/match";
import type { MatchState } from "../../net/match";
import { faultText, rest } from "../../net/rest";
import { AiDecisions } from "../../replay/AiDecisions";
import { modelSeats } from "../../replay/aiLog";
import { t } from "../../texts/t";
import type { AiLogShown, DecisionShown } from "../../wire";

interface LogProps {
  state: MatchState;
  /** Explains what this viewer can see. */
  hint: string;
  onClose: () => void;
}

export function AiLog({ state, hint, onClose }: LogProps) {
  const { decisions, fault, ask } = useAiLog(state.matchId);
  return (
    <Dialog title={t("ailog-title")} onClose={onClose} wide>
      <p className="muted">{hint}</p>
      {fault && <FaultNotice text={fault} onRetry={ask} />}
      {!decisions && !fault && <p className="loading">{t("app-loading")}</p>}
      {decisions?.length === 0 && <p className="panel-note">{t("table-ailog-none")}</p>}
      {modelSeats(decisions ?? []).map((player) => (
        <section key={player} className="ailog-seat" aria-label={nameOf(state, player)}>
          <h3>{nameOf(state, player)}</h3>
          <AiDecisions decisions={(decisions ?? []).filter((decision) => decision.player_id === player)} />
        </section>
      ))}
    </Dialog>
  );
}

interface Asked {
  decisions: readonly DecisionShown[] | null;
  fault: string | null;
  ask: () => void;
}

function useAiLog(matchId: string): Asked {
  const [found, setFound] = useState<Pick<Asked, "decisions" | "fault">>({ decisions: null, fault: null });
  const [count, setCount] = useState(0);
  useEffect(() => {
    const stopping = new AbortController();
    setFound({ decisions: null, fault: null });
    rest
      .get<AiLogShown>(`/api/matches/${encodeURIComponent(matchId)}/ai-log`, { as: matchId, signal: stopping.signal })
      .then(
        ({ decisions }) => setFound({ decisions, fault: null }),
        (error: unknown) => stopping.signal.aborted || setFound({ decisions: null, fault: faultText(error) }),
      );
    return () => stopping.abort();
  }, [matchId, count]);
  return { ...found, ask: () => setCount(count + 1) };
}
