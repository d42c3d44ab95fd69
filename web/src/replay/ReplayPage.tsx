// The replay of a finished match from any viewpoint: scrub, step, play, and see the recorded data of each turn.
import { useEffect, useState } from "react";
import { Heading } from "../app/components/Heading";
import { Link } from "../app/routing/router";
import { RestFault, faultText } from "../net/rest";
import { isOver } from "../net/table";
import "../style/replay.css";
import { t } from "../texts/t";
import { ReplayView } from "./ReplayView";
import { positionOf } from "./frames";
import { loadReplay } from "./loadFrames";
import type { ReplayData } from "./loadFrames";

export function ReplayPage({ matchId }: { matchId: string }) {
  const [replay, setReplay] = useState<ReplayData | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    const asking = new AbortController();
    setReplay(null);
    setFault(null);
    loadReplay(matchId, asking.signal).then(setReplay, (error: unknown) => {
      if (!asking.signal.aborted) setFault(error);
    });
    return () => asking.abort();
  }, [matchId]);

  if (fault !== null) return <ReplayFailed fault={fault} />;
  if (replay === null) return <Heading title={t("replay-title")}>{t("app-loading")}</Heading>;
  if (!isOver(replay.match.status)) return <Unfinished matchId={matchId} />;
  return <ReplayView key={matchId} replay={replay} start={positionOf(location.hash)} />;
}

function ReplayFailed({ fault }: { fault: unknown }) {
  const isMissing = fault instanceof RestFault && fault.status === 404;
  return (
    <div className="empty">
      <Heading title={t(isMissing ? "replay-missing-title" : "replay-failed-title")} />
      {!isMissing && <p>{faultText(fault)}</p>}
      <p>
        <Link className="button" to="/history">
          {t("app-history")}
        </Link>
      </p>
    </div>
  );
}

function Unfinished({ matchId }: { matchId: string }) {
  return (
    <div className="empty">
      <Heading title={t("replay-unfinished-title")} />
      <p>{t("replay-unfinished-text")}</p>
      <p>
        <Link className="button primary" to={`/play/${matchId}`}>
          {t("replay-unfinished-table")}
        </Link>
      </p>
    </div>
  );
}
