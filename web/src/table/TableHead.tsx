// The title of the table, and the buttons to leave it.
import { useState } from "react";
import type { ReactNode } from "react";
import { Dialog } from "../app/components/Dialog";
import { Heading } from "../app/components/Heading";
import { Icon } from "../app/components/Icon";
import { shareLink } from "../app/routing/routes";
import { isOver } from "../net/match";
import type { MatchState } from "../net/match";
import { t } from "../texts/t";
import type { Session } from "./session/session";
import { CopyButton } from "./WaitingRoom";

type Confirmation = "resign" | "leave" | "share";

interface HeadProps {
  state: MatchState;
  session: Session;
  title: string;
  isMyTurn: boolean;
  /** Buttons for the scene. */
  children?: ReactNode;
}

export function TableHead({ state, session, title, isMyTurn, children }: HeadProps) {
  const [asks, setAsks] = useState<Confirmation | null>(null);
  const close = (): void => setAsks(null);
  const mayLeave = state.me !== null && !isOver(state.status);
  return (
    <header className="table-head">
      {/* A user in another browser tab sees in the title that it is their turn. */}
      <Heading title={isMyTurn ? t("table-turn-title", { title }) : title}>{title}</Heading>
      {state.me === null && (
        <span className="chip">{t(state.table?.exhibition ? "new-kind-watch" : "table-watching")}</span>
      )}
      <div className="table-menu" role="group" aria-label={t("table-menu")}>
        {children}
        <button
          type="button"
          className="button quiet small"
          onClick={() => setAsks("share")}
          aria-label={t("table-share")}
          title={t("table-share")}
        >
          <Icon name="link" size={18} />
        </button>
        {mayLeave && (
          <>
            <button
              type="button"
              className="button quiet small"
              disabled={!state.isIn}
              onClick={() => setAsks("resign")}
            >
              {t("table-resign")}
            </button>
            <button
              type="button"
              className="button quiet small"
              disabled={!state.isIn}
              onClick={() => setAsks("leave")}
            >
              {t("table-leave")}
            </button>
          </>
        )}
      </div>
      {asks === "share" && (
        <Dialog title={t("table-share")} onClose={close}>
          <p className="share-link">{shareLink(state.matchId)}</p>
          <div className="dialog-foot">
            <CopyButton text={shareLink(state.matchId)} />
          </div>
        </Dialog>
      )}
      {asks === "resign" && (
        <Ask
          title={t("table-resign-title")}
          text={t("table-resign-text")}
          yes={t("table-resign-yes")}
          onYes={session.resign}
          onClose={close}
        />
      )}
      {asks === "leave" && (
        <Ask
          title={t("table-leave-title")}
          text={leaveText(state)}
          yes={t("table-leave-yes")}
          onYes={session.leave}
          onClose={close}
        />
      )}
    </header>
  );
}

function leaveText(state: MatchState): string {
  const policy = state.table?.leaver ?? "forfeit";
  const known = ["forfeit", "bot", "wait", "timeout"].includes(policy) ? policy : "forfeit";
  return t(`table-leave-${known}`);
}

interface AskProps {
  title: string;
  text: string;
  yes: string;
  onYes: () => void;
  onClose: () => void;
}

function Ask({ title, text, yes, onYes, onClose }: AskProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          {t("table-stay")}
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
