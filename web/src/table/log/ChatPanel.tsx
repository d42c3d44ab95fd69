// The chat of the table. Spectators can only read it.
import { useId, useState } from "react";
import type { FormEvent } from "react";
import type { MatchState } from "../../net/match";
import { houseTexts } from "../../texts/house";
import { t } from "../../texts/t";
import { useStickToBottom } from "./stickToBottom";
import { Refusal } from "../choice/PromptBar";
import { SeatMark } from "../seats/Seats";

const LONGEST_CHAT = 500;
const LEFT_IS_TOLD = 60;

interface ChatProps {
  state: MatchState;
  onSay: (text: string) => void;
  isShown: boolean;
}

export function ChatPanel({ state, onSay, isShown }: ChatProps) {
  const bottom = useStickToBottom<HTMLOListElement>(isShown ? state.chat.length : 0);
  return (
    <div className="chat">
      {state.chat.length === 0 && <p className="muted panel-note">{t("table-chat-empty")}</p>}
      <ol ref={bottom} className="plain chat-lines">
        {state.chat.map((line, index) => (
          <li key={index} className={line.player_id ? "chat-line" : "chat-line is-server"}>
            {line.player_id && <SeatMark player={line.player_id} />}
            <span>
              <b>{line.player_id ? (line.name ?? line.player_id) : t("table-chat-server")}</b>{" "}
              {houseTexts.tell(line.text)}
            </span>
          </li>
        ))}
      </ol>
      {state.me === null ? <p className="hint">{t("table-chat-players")}</p> : <ChatForm state={state} onSay={onSay} />}
    </div>
  );
}

function ChatForm({ state, onSay }: { state: MatchState; onSay: (text: string) => void }) {
  const { pendingChat } = state;
  const [text, setText] = useState("");
  const [before, setBefore] = useState(pendingChat);
  if (before !== pendingChat) {
    setBefore(pendingChat);
    // Clear the sent text only when it comes back, and keep what the user has typed after it.
    if (before && !pendingChat && state.refused?.about !== "chat" && text.startsWith(before.text))
      setText(text.slice(before.text.length).trimStart());
  }
  const isOnItsWay = pendingChat !== null && !pendingChat.isDoubtful;
  const id = useId();
  const left = LONGEST_CHAT - text.length;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() && state.isIn && !isOnItsWay) onSay(text.trim());
  }

  return (
    <form className="chat-form" onSubmit={submit}>
      <label htmlFor={id} className="visually-hidden">
        {t("table-chat-say")}
      </label>
      <input
        id={id}
        type="text"
        value={text}
        maxLength={LONGEST_CHAT}
        placeholder={t("table-chat-say")}
        autoComplete="off"
        aria-describedby={`${id}-left`}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button" disabled={!text.trim() || !state.isIn}>
        {t("table-chat-send")}
      </button>
      <p id={`${id}-left`} className="hint">
        {pendingChat?.isDoubtful && text.trim() === pendingChat.text
          ? t("table-chat-doubtful")
          : left <= LEFT_IS_TOLD
            ? t("table-chat-left", { count: left })
            : ""}
      </p>
      {state.refused?.about === "chat" && <Refusal refused={state.refused} />}
    </form>
  );
}
