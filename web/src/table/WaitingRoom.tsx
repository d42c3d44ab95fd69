// A table before the match: players, free seats, and the link for others.
import { useState } from "react";
import type { ReactNode } from "react";
import { announce } from "../app/announce";
import { TextField } from "../app/components/fields";
import { Heading } from "../app/components/Heading";
import { Icon } from "../app/components/Icon";
import { Link } from "../app/routing/router";
import { shareLink } from "../app/routing/routes";
import { changeSettings, useSettings } from "../app/settings/settings";
import { freeSeats, seatIndex } from "../net/match";
import type { MatchState, SeatKnown } from "../net/match";
import { houseTexts } from "../texts/house";
import { t } from "../texts/t";
import { badgesOf } from "./seats/badges";
import { BringModel } from "./models/BringModel";
import { ChatPanel } from "./log/ChatPanel";
import { refusalText } from "./choice/PromptBar";
import { SeatMark } from "./seats/Seats";
import type { Session } from "./session/session";

interface RoomProps {
  state: MatchState;
  session: Session;
  title: string;
  /** The settings of this table in words. */
  words: string[];
}

export function WaitingRoom({ state, session, title, words }: RoomProps) {
  const isSeated = state.me !== null;
  return (
    <div className="waiting">
      <header>
        <Heading title={title} />
        {words.length > 0 && <p className="muted">{words.join(" · ")}</p>}
      </header>
      <section className="panel waiting-seats" aria-label={t("table-seats")}>
        <ol className="seats">
          {state.seats.map((seat) => (
            <WaitingSeat key={seat.player_id} seat={seat} state={state} session={session} />
          ))}
        </ol>
        <p className="muted">{waitWords(state)}</p>
        {isSeated && <OwnSeat state={state} session={session} />}
      </section>
      {!isSeated && freeSeats(state) > 0 && <TakeSeat state={state} session={session} />}
      <Share matchId={state.matchId} />
      {isSeated && (
        <section className="panel" aria-label={t("table-tab-chat")}>
          <ChatPanel state={state} onSay={session.chat} isShown />
        </section>
      )}
    </div>
  );
}

function waitWords(state: MatchState): string {
  const free = freeSeats(state);
  const bots = state.table?.num_bots ?? 0;
  const parts = [
    state.table?.start === "ready"
      ? t("table-wait-ready")
      : free === 0
        ? t("table-wait-full")
        : t("table-wait", { count: free }),
    ...(bots > 0 ? [t("table-bots", { count: bots })] : []),
  ];
  return parts.join(" ");
}

function WaitingSeat({ seat, state, session }: { seat: SeatKnown; state: MatchState; session: Session }) {
  const isMine = seat.player_id === state.me;
  const mayChoose = state.me === null && state.table?.seating === "chosen" && seat.name == null && freeSeats(state) > 0;
  const { name } = useSettings();
  return (
    <li className={isMine ? "seat is-mine" : "seat"}>
      <SeatMark player={seat.player_id} />
      <span className="seat-who">
        <span className={seat.name == null ? "seat-name muted" : "seat-name"}>
          {seat.name ?? (freeSeats(state) > 0 ? t("table-seat-free") : t("table-seat-bot-later"))}
          {isMine && <span className="seat-you"> ({t("table-seat-you")})</span>}
        </span>
        <span className="seat-notes">
          {seat.is_ready && <span className="seat-note">{t("table-ready-is")}</span>}
          {seat.is_away && <span className="seat-note">{t("table-seat-away")}</span>}
          {badgesOf(seat, state.seats).map((badge) => (
            <span key={badge} className="seat-note">
              {badge}
            </span>
          ))}
        </span>
      </span>
      {mayChoose && (
        <button
          type="button"
          className="button small"
          disabled={!name.trim()}
          onClick={() => session.takeSeat(name, seatIndex(seat.player_id))}
        >
          {t("table-seat-here")}
          <span className="visually-hidden">
            {" "}
            ({t("table-seat-number", { number: seatIndex(seat.player_id) + 1 })})
          </span>
        </button>
      )}
    </li>
  );
}

function OwnSeat({ state, session }: { state: MatchState; session: Session }) {
  const isReady = state.seats.find((seat) => seat.player_id === state.me)?.is_ready ?? false;
  return (
    <div className="buttons">
      {state.table?.start === "ready" && (
        <button
          type="button"
          className={isReady ? "button" : "button primary"}
          disabled={!state.isIn}
          onClick={() => session.ready(!isReady)}
        >
          {t(isReady ? "table-ready-not" : "table-ready")}
        </button>
      )}
      <BringModel state={state} />
      <button type="button" className="button quiet" disabled={!state.isIn} onClick={session.leave}>
        {t("table-leave-seat")}
      </button>
    </div>
  );
}

/** The player's name; it is stored in the settings. */
export function TakeSeat({ state, session }: { state: MatchState; session: Session }) {
  const { name } = useSettings();
  const refused = state.refused?.about === "seat" ? refusalText(state.refused, houseTexts) : undefined;
  return (
    <form
      className="panel take-seat"
      onSubmit={(event) => {
        event.preventDefault();
        session.takeSeat(name, null);
      }}
    >
      <TextField
        label={t("table-seat-name")}
        hint={t("table-seat-name-hint")}
        error={refused}
        value={name}
        maxLength={40}
        autoComplete="nickname"
        onChange={(value) => changeSettings({ name: value })}
      />
      <button type="submit" className="button primary" disabled={state.line !== "open"}>
        {t("table-seat-take")}
      </button>
    </form>
  );
}

function Share({ matchId }: { matchId: string }) {
  const link = shareLink(matchId);
  return (
    <section className="panel share" aria-label={t("table-share")}>
      <p>{t("table-share")}</p>
      <div className="share-row">
        <input
          type="text"
          readOnly
          value={link}
          aria-label={t("table-share")}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={link} />
      </div>
    </section>
  );
}

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    if (!(await copied(text))) return;
    setCopied(true);
    announce(t("table-share-copied"));
    setTimeout(() => setCopied(false), 2_000);
  }
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      <Icon name="link" />
      <span>{t(isCopied ? "table-share-copied" : "table-share-copy")}</span>
    </button>
  );
}

/** `navigator.clipboard` is missing on plain HTTP; `execCommand` still works there. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}

/** A page with only a message and buttons. */
export function Message({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Heading title={title} />
      {text && <p>{text}</p>}
      <div className="buttons">
        {children}
        <Link to="/" className="button">
          {t("table-home")}
        </Link>
      </div>
    </div>
  );
}
