// The prompt, the current choice and its buttons. Refusals are shown here as well.
import { useEffect } from "react";
import { announce } from "../../app/announce";
import { labelOf, say } from "../../scene";
import type { Texts } from "../../scene";
import type { Look } from "../../scene";
import { awaited, isMyTurn, nameOf } from "../../net/match";
import type { MatchState, ServerRefusal } from "../../net/match";
import { houseTexts } from "../../texts/house";
import { t } from "../../texts/t";
import type { TapChoice } from "./choice";
import { headline } from "../result/outcome";

interface PromptProps {
  state: MatchState;
  choice: TapChoice;
  look: Look;
  onDismiss: () => void;
}

export function PromptBar({ state, choice, look, onDismiss }: PromptProps) {
  const about = state.refused?.about;
  const text = promptText(state, choice, look);
  const classes = [
    "prompt",
    choice.isOpen && "is-open",
    choice.isOpen && choice.ready !== null && "has-choice",
    state.over && "is-over",
  ];
  return (
    <section className={classes.filter(Boolean).join(" ")} aria-label={t("table-prompt")}>
      <div className="prompt-words">
        <p className="prompt-text">
          {isMyTurn(state) && !mentionsTurn(text) && <strong className="prompt-turn">{t("table-turn-yours")}</strong>}
          <span>{text}</span>
        </p>
        {choice.isOpen && <ChoiceWords choice={choice} look={look} />}
        {state.refused && about !== "chat" && about !== "seat" && (
          <Refusal refused={state.refused} texts={look.texts} onDismiss={onDismiss} />
        )}
      </div>
      {choice.isOpen && <ChoiceButtons choice={choice} />}
      {choice.isOpen && <SoleButton choice={choice} look={look} />}
      {state.stage !== null && (
        <span key={state.number} className="stage-time" style={{ animationDuration: `${state.stage}ms` }} />
      )}
    </section>
  );
}

/** Whether the game's prompt already starts with whose turn it is. */
function mentionsTurn(text: string): boolean {
  return text.toLowerCase().startsWith(t("table-turn-yours").toLowerCase());
}

/** For screen readers: that it is the player's turn, and the prompt. */
export function turnAnnouncement(text: string): string {
  return mentionsTurn(text) ? text : t("table-turn-yours-say", { text }).trim();
}

export function promptText(state: MatchState, choice: Pick<TapChoice, "isOpen" | "pending">, look: Look): string {
  const { doc, over } = state;
  if (over) return headline(state);
  const text = doc?.scene?.text ? say(doc.scene.text, look.texts) : "";
  const answered = doc?.scene?.answered;
  if (choice.isOpen) {
    return answered
      ? t("table-turn-answered-change", { answer: say(answered, look.texts) })
      : text || t("table-turn-choose");
  }
  if (choice.pending) {
    const key = state.isIn ? "table-turn-sending" : "table-turn-sending-again";
    return t(key, { answer: say(choice.pending.label, look.texts) });
  }
  return [answered ? t("table-turn-answered", { answer: say(answered, look.texts) }) : text, waitText(state)]
    .filter(Boolean)
    .join(" ");
}

function waitText(state: MatchState): string {
  const others = awaited(state)
    .filter((player) => player !== state.me)
    .map((player) => nameOf(state, player));
  const [one] = others;
  if (state.doc?.concurrent && state.status === "active" && awaited(state).length === 0)
    return t("table-turn-wait-time");
  if (one === undefined || awaited(state).length !== others.length) return "";
  if (others.length > 3) return t("table-turn-wait-all");
  return t("table-turn-wait", { names: others });
}

function ChoiceWords({ choice, look }: { choice: TapChoice; look: Look }) {
  const words = readyWords(choice, look);
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  if (words) return <p className="prompt-choice">{words}</p>;
  const asks = choice.situation.asks.map((ask) => say(ask, look.texts)).filter(Boolean);
  const taps = choice.taps.map((id) => labelOf(id, choice.items[id] ?? {}, look));
  if (!taps.length && !asks.length) return null;
  return (
    <p className="prompt-choice">
      {taps.length > 0 && <span>{t("table-choice-so-far", { taps: counted(taps).join(", ") })} </span>}
      {asks.join(" / ")}
    </p>
  );
}

/** The offer that Confirm would send. */
function readyWords({ ready, offers, which: { at, of } }: TapChoice, look: Look): string {
  const offer = ready === null ? undefined : offers[ready];
  if (!offer) return "";
  const label = say(offer.label, look.texts);
  return of > 1 ? t("table-choice-which", { number: at + 1, of, label }) : label;
}

/** `3 × Knight` for what was tapped three times. */
function counted(words: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, n]) => (n > 1 ? `${n} × ${word}` : word));
}

function ChoiceButtons({ choice }: { choice: TapChoice }) {
  const { ready, which, situation } = choice;
  if (!choice.canUndo) return null;
  const isPlain = which.of === 1 && situation.extendable;
  return (
    <div className="buttons prompt-buttons">
      {ready !== null && (
        <button
          type="button"
          className="button primary"
          onClick={choice.confirm}
          aria-keyshortcuts="Shift+Enter"
          title={t("table-choice-confirm-key")}
        >
          {isPlain ? t("table-choice-done") : t("table-choice-confirm")}
        </button>
      )}
      {which.of > 1 && (
        <button type="button" className="button" onClick={choice.next}>
          {t("table-choice-next", { number: which.at + 1, of: which.of })}
        </button>
      )}
      <button
        type="button"
        className="button"
        onClick={choice.undo}
        aria-keyshortcuts="Escape"
        title={t("table-choice-undo-key")}
      >
        {t("table-choice-undo")}
      </button>
    </div>
  );
}

/** A button for the only offer if nothing has to be picked, such as Continue. */
function SoleButton({ choice, look }: { choice: TapChoice; look: Look }) {
  const [only, ...others] = choice.offers;
  if (!only || others.length > 0 || only.is_family || (only.steps ?? []).length > 0 || choice.canUndo) return null;
  return (
    <div className="buttons prompt-buttons">
      <button type="button" className="button primary" onClick={() => choice.pick(0)}>
        {say(only.label, look.texts)}
      </button>
    </div>
  );
}

export function Refusal({
  refused,
  texts = houseTexts,
  onDismiss,
}: {
  refused: ServerRefusal;
  texts?: Texts;
  onDismiss?: () => void;
}) {
  return (
    <p className="refusal">
      <span>{refusalText(refused, texts)}</span>
      {onDismiss && (
        <button type="button" className="button small quiet" onClick={onDismiss}>
          {t("table-refused-dismiss")}
        </button>
      )}
    </p>
  );
}

/** The page's text for an error code if it has one, otherwise the server's. */
export function refusalText({ code, message }: Pick<ServerRefusal, "code" | "message">, texts: Texts): string {
  const key = `table-refused-${code}`;
  return houseTexts.has(key) ? t(key) : t("table-refused", { reason: texts.tell(message) });
}
