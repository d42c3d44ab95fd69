// A model that gives no answer: what is wrong, and the choices of the players. Spectators only see a notice.
import { useId, useState } from "react";
import { Dialog } from "../../app/components/Dialog";
import { Link } from "../../app/routing/router";
import { stuckSeats } from "../../net/match";
import type { MatchState, SeatKnown } from "../../net/match";
import { houseTexts } from "../../texts/house";
import { t } from "../../texts/t";
import { AiLog } from "./AiLog";
import { refusalText } from "../choice/PromptBar";
import type { Session } from "../session/session";
import { failureWords, stuckTitle } from "./stuckWords";

interface StuckProps {
  state: MatchState;
  session: Session;
}

export function Stuck({ state, session }: StuckProps) {
  const stuck = stuckSeats(state);
  const [postponed, setPostponed] = usePostponed(stuck);
  const [isLogOpen, setLogOpen] = useState(false);
  const mayDecide = state.me !== null;
  const isOpen = mayDecide && stuck.some((seat) => !postponed.includes(seat.player_id));
  return (
    <>
      {stuck.length > 0 && <Notice stuck={stuck} state={state} onOpen={mayDecide ? () => setPostponed([]) : null} />}
      {isOpen && (
        <Overlay
          stuck={stuck}
          state={state}
          session={session}
          onPostpone={() => setPostponed(playersOf(stuck))}
          onLog={() => setLogOpen(true)}
        />
      )}
      {/* The AI log stays open even if another player has decided in the meantime. */}
      {isLogOpen && <AiLog state={state} hint={t("table-ailog-hint")} onClose={() => setLogOpen(false)} />}
    </>
  );
}

const playersOf = (seats: readonly SeatKnown[]): string[] => seats.map((seat) => seat.player_id);

/** The seats whose decision this player has postponed. If a model gets stuck again, the dialog opens again. */
function usePostponed(stuck: readonly SeatKnown[]): [readonly string[], (players: readonly string[]) => void] {
  const [postponed, setPostponed] = useState<readonly string[]>([]);
  const still = postponed.filter((player) => stuck.some((seat) => seat.player_id === player));
  if (still.length < postponed.length) setPostponed(still);
  return [still, setPostponed];
}

interface NoticeProps {
  stuck: readonly SeatKnown[];
  state: MatchState;
  /** Opens the dialog again; null for viewers who cannot decide. */
  onOpen: (() => void) | null;
}

function Notice({ stuck, state, onOpen }: NoticeProps) {
  const hasPlayers = state.seats.some((seat) => !seat.is_bot);
  return (
    <div className="banner stuck-notice">
      {stuck.map((seat) => (
        <p key={seat.player_id}>
          <b>{stuckTitle([seat])}.</b> {!onOpen && failureWords(seat.stuck ?? "")}
        </p>
      ))}
      {!onOpen && hasPlayers && <p>{t("table-stuck-watch")}</p>}
      {onOpen && (
        <button type="button" className="button small" onClick={onOpen}>
          {t("table-stuck-open")}
        </button>
      )}
    </div>
  );
}

interface OverlayProps extends StuckProps {
  stuck: readonly SeatKnown[];
  onPostpone: () => void;
  onLog: () => void;
}

function Overlay({ stuck, state, session, onPostpone, onLog }: OverlayProps) {
  const [isAsked, ask] = useAsked(state);
  const why = useId();
  return (
    <Dialog title={stuckTitle(stuck)} onClose={onPostpone} describedBy={why}>
      <div id={why} className="stuck-why">
        {stuck.map((seat) => (
          <Why key={seat.player_id} seat={seat} isNamed={stuck.length > 1} />
        ))}
        <p className="muted">{t("table-stuck-how")}</p>
      </div>
      {stuck.map((seat) => (
        <Decide
          key={seat.player_id}
          name={stuck.length > 1 ? (seat.name ?? seat.player_id) : null}
          isDisabled={!state.isIn || isAsked}
          onRetry={() => ask(() => session.retryModel(seat.player_id))}
          onBot={() => ask(() => session.letBotPlay(seat.player_id))}
        />
      ))}
      {state.refused?.about === "model" && (
        <p className="refusal" role="alert">
          {refusalText(state.refused, houseTexts)}
        </p>
      )}
      <div className="stuck-ways">
        <button type="button" className="button quiet small" onClick={onPostpone}>
          {t("table-stuck-aside")}
        </button>
        <button type="button" className="button quiet small" onClick={onLog}>
          {t("table-stuck-log")}
        </button>
        <Link to="/" className="button quiet small">
          {t("table-stuck-lobby")}
        </Link>
      </div>
    </Dialog>
  );
}

function Why({ seat, isNamed }: { seat: SeatKnown; isNamed: boolean }) {
  return (
    <p>
      {isNamed && <b>{seat.name}: </b>}
      {failureWords(seat.stuck ?? "")}
      {seat.reason && <span className="stuck-reason">{seat.reason}</span>}
    </p>
  );
}

interface DecideProps {
  /** The model's name, if there are several. */
  name: string | null;
  isDisabled: boolean;
  onRetry: () => void;
  onBot: () => void;
}

function Decide({ name, isDisabled, onRetry, onBot }: DecideProps) {
  const about = name === null ? null : <span className="stuck-about"> ({name})</span>;
  return (
    <div className="stuck-decide">
      <button type="button" className="button primary" disabled={isDisabled} onClick={onRetry}>
        {t("table-stuck-retry")}
        {about}
      </button>
      <button type="button" className="button" disabled={isDisabled} onClick={onBot}>
        {t("table-stuck-bot")}
        {about}
      </button>
    </div>
  );
}

/** Whether the page waits for the server: until the model is free, the server refuses, or the connection is new. */
function useAsked({ refusals, joins }: MatchState): [boolean, (say: () => void) => void] {
  const [asked, setAsked] = useState("");
  const now = `${refusals}.${joins}`;
  return [
    asked === now,
    (say) => {
      setAsked(now);
      say();
    },
  ];
}
