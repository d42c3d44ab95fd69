// Explains why the user has no access to the table, and what they can do.
import { useEffect, useState } from "react";
import { Link } from "../app/routing/router";
import { replayPath } from "../app/routing/routes";
import { freeSeats, isOver } from "../net/match";
import type { MatchState, TableSettings } from "../net/match";
import { rest } from "../net/rest";
import { houseTexts } from "../texts/house";
import { t } from "../texts/t";
import type { MatchShown } from "../wire";
import type { Session } from "./session/session";
import { Message, TakeSeat } from "./WaitingRoom";

const LOOK_MS = 4_000;

export function NoAccess({ state, session }: { state: MatchState; session: Session }) {
  const code = state.noAccess?.code;
  switch (code) {
    case "game_not_found":
      return <Message title={t("table-barred-game_not_found-title")} text={t("table-barred-game_not_found")} />;
    case "wrong_token":
      return (
        <Message title={t("table-barred-wrong_token-title")} text={t("table-barred-wrong_token")}>
          <button type="button" className="button primary" onClick={session.watch}>
            {t("table-barred-watch")}
          </button>
        </Message>
      );
    case "spectators_not_allowed":
      return <ForPlayers state={state} session={session} />;
    default:
      return <Message title={t("table-barred-other-title")} text={houseTexts.tell(state.noAccess?.message ?? "")} />;
  }
}

/** Spectators are not allowed, but the visitor may take a free seat, and may see the replay after the match. */
function ForPlayers({ state, session }: { state: MatchState; session: Session }) {
  const [shown, setShown] = useState<MatchShown | null>(null);
  useEffect(() => {
    const look = (): void => {
      rest.get<MatchShown>(`/api/matches/${encodeURIComponent(state.matchId)}`).then(setShown, () => undefined);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [state.matchId]);
  const title = t("table-barred-spectators_not_allowed-title");
  if (shown && isOver(shown.status)) {
    return (
      <Message title={title} text={t("table-barred-over")}>
        <Link to={replayPath(state.matchId)} className="button primary">
          {t("table-replay")}
        </Link>
      </Message>
    );
  }
  const table = shown && { seats: shown.seats, status: shown.status, table: shown.table as unknown as TableSettings };
  return (
    <>
      <Message title={title} text={t("table-barred-spectators_not_allowed")} />
      {table && freeSeats(table) > 0 && (
        <div className="waiting">
          <TakeSeat state={state} session={session} />
        </div>
      )}
    </>
  );
}

/** The connection was closed and will not be reopened. */
export function Ended({ code }: { code: number }) {
  const isLeft = code === 4003;
  return (
    <Message
      title={t(isLeft ? "table-ended-4003-title" : "table-ended-1008-title")}
      text={t(isLeft ? "table-ended-4003" : "table-ended-1008")}
    >
      <button type="button" className="button primary" onClick={() => location.reload()}>
        {t("app-reload")}
      </button>
    </Message>
  );
}
