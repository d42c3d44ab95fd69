// All offers as a list: type to search, choose with the arrow keys, send with Enter. Families are forms.
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { announce } from "../../app/announce";
import { labelOf, say } from "../../scene";
import type { Items, Look } from "../../scene";
import { t } from "../../texts/t";
import type { ShownOffer, ShownStep } from "../../wire";
import type { TapChoice } from "./choice";
import { chosenIn, countsOf, eachOf, isSendable, maxOf, minOf, picksOf, roomFor, withCount } from "./forms";
import type { Counts } from "./forms";
import { findByText } from "../../app/textSearch";
import { useRetainedFocus } from "./keys";

const MOST = 150;

interface ListProps {
  choice: TapChoice;
  items: Items;
  look: Look;
}

/** A new list for each prompt; focus inside the old list moves to the new one. */
export function ActionPanel({ prompt, ...props }: ListProps & { prompt: number }) {
  const room = useRef<HTMLDivElement>(null);
  useRetainedFocus(room, isTouched() ? ".actions-room" : ".actions input:enabled", ".actions-room");
  return (
    <div ref={room}>
      <div className="actions-room" tabIndex={-1}>
        <ActionList key={prompt} {...props} />
      </div>
    </div>
  );
}

/** On touch screens a focused input opens a keyboard that covers half of the page. */
const isTouched = (): boolean => matchMedia("(pointer: coarse)").matches;

function ActionList({ choice, items, look }: ListProps) {
  // Keep the inputs while the answer is on its way: the server may refuse it.
  if (!choice.isOpen && !choice.pending) return <p className="muted panel-note">{t("table-actions-none")}</p>;
  const numbered = choice.offers.map((offer, number) => ({ offer, number }));
  const families = numbered.filter(({ offer }) => offer.is_family);
  const singles = numbered.filter(({ offer }) => !offer.is_family);
  return (
    // Not `disabled`: the focused element would lose the focus.
    <fieldset className="actions" aria-disabled={!choice.isOpen}>
      {families.map(({ offer, number }) => (
        <FamilyForm
          key={number}
          offer={offer}
          items={items}
          look={look}
          taps={choice.taps}
          onSend={(picks) => choice.pick(number, picks)}
        />
      ))}
      {singles.length > 0 && <Finder singles={singles} look={look} onPick={(number) => choice.pick(number)} />}
    </fieldset>
  );
}

interface Single {
  offer: ShownOffer;
  number: number;
}

function Finder({ singles, look, onPick }: { singles: Single[]; look: Look; onPick: (number: number) => void }) {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const found = findByText(singles, wanted, ({ offer }) => say(offer.label, look.texts));
  const shown = found.slice(0, MOST);
  const current = Math.min(at, Math.max(0, shown.length - 1));

  function focus(index: number): void {
    if (index < 0) {
      input.current?.focus();
      return;
    }
    setAt(index);
    list.current?.querySelectorAll("button")[index]?.focus();
  }

  function onInputKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" && shown.length) focus(0);
    else if (event.key === "Enter" && shown[0] && (wanted.trim() || shown.length === 1)) onPick(shown[0].number);
    else if (event.key === "Escape" && wanted) setWanted("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onListKey(event: KeyboardEvent): void {
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focus(Math.min(to, shown.length - 1));
  }

  return (
    <div className="finder">
      <label htmlFor={id} className="visually-hidden">
        {t("table-actions-find")}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        value={wanted}
        placeholder={t("table-actions-find")}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          setWanted(event.target.value);
          setAt(0);
        }}
        onKeyDown={onInputKey}
      />
      <p id={`${id}-hint`} className="hint">
        {t("table-actions-find-hint")}
      </p>
      <ul ref={list} className="plain action-list" aria-label={t("table-actions-list")} onKeyDown={onListKey}>
        {shown.map(({ offer, number }, index) => (
          <li key={number}>
            <button
              type="button"
              className={wanted.trim() && index === 0 ? "action is-first" : "action"}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setAt(index)}
              onClick={() => onPick(number)}
            >
              <span>{say(offer.label, look.texts)}</span>
              {offer.hotkey && <kbd aria-label={t("table-actions-key", { key: offer.hotkey })}>{offer.hotkey}</kbd>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted">{t("table-actions-none-found")}</p>}
      {found.length > shown.length && (
        <p className="muted">{t("table-actions-more", { count: found.length - shown.length })}</p>
      )}
    </div>
  );
}

interface FormProps {
  offer: ShownOffer;
  items: Items;
  look: Look;
  taps: readonly string[];
  onSend: (picks: string[][]) => void;
}

function FamilyForm({ offer, items, look, taps, onSend }: FormProps) {
  // Taps on the scene fill the form until the user edits it.
  const [edited, setEdited] = useState<{ taps: readonly string[]; counts: Counts } | null>(null);
  const counts = edited?.taps === taps ? edited.counts : countsOf(offer, taps);
  const setCounts = (next: Counts): void => setEdited({ taps, counts: next });
  const canSend = isSendable(offer, counts);
  return (
    <form
      className="family"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend(picksOf(offer, counts));
      }}
    >
      <h3>{say(offer.label, look.texts)}</h3>
      {(offer.steps ?? []).map((step, index) => (
        <StepFields
          key={index}
          offer={offer}
          step={step}
          index={index}
          counts={counts}
          items={items}
          look={look}
          onChange={setCounts}
        />
      ))}
      <button type="submit" className="button primary" disabled={!canSend}>
        {t("table-actions-send")}
      </button>
    </form>
  );
}

interface StepProps {
  offer: ShownOffer;
  step: ShownStep;
  index: number;
  counts: Counts;
  items: Items;
  look: Look;
  onChange: (counts: Counts) => void;
}

function StepFields(props: StepProps) {
  const { offer, step, index, counts, look } = props;
  const id = useId();
  const chosen = chosenText(step, chosenIn(counts, index));
  useChanged(chosen);
  if (step.ids.length === 0) return null;
  const label = step.label ? say(step.label, look.texts) : say(offer.label, look.texts);
  return (
    <fieldset className="step" aria-describedby={id}>
      <legend>{label}</legend>
      <p id={id} className="hint">
        {chosen}
      </p>
      <div className={eachOf(step) > 1 ? "step-numbers" : "step-boxes"}>
        {step.ids.map((value) =>
          eachOf(step) > 1 ? (
            <NumberOf key={value} {...props} value={value} />
          ) : (
            <BoxOf key={value} {...props} value={value} group={id} />
          ),
        )}
      </div>
    </fieldset>
  );
}

/** Announces a text whenever it changes. */
function useChanged(text: string): void {
  const before = useRef(text);
  useEffect(() => {
    if (before.current !== text) announce(text);
    before.current = text;
  }, [text]);
}

function chosenText(step: ShownStep, chosen: number): string {
  if (minOf(step) === maxOf(step)) return t("table-actions-chosen", { chosen, wanted: maxOf(step) });
  return t("table-actions-chosen-range", { chosen, least: minOf(step), most: maxOf(step) });
}

function nameOf({ offer, items, look }: StepProps, id: string): string {
  const own = offer.names?.[id];
  return own !== undefined ? say(own, look.texts) : labelOf(id, items[id] ?? {}, look);
}

function NumberOf(props: StepProps & { value: string }) {
  const { offer, step, index, counts, onChange, value } = props;
  const id = useId();
  return (
    <div className="step-number">
      <label htmlFor={id}>{nameOf(props, value)}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        max={eachOf(step)}
        value={counts[index]?.[value] || ""}
        placeholder="0"
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(withCount(offer, counts, index, value, event.target.valueAsNumber))}
      />
    </div>
  );
}

function BoxOf(props: StepProps & { value: string; group: string }) {
  const { offer, step, index, counts, onChange, value, group } = props;
  const isChosen = (counts[index]?.[value] ?? 0) > 0;
  const isChoice = maxOf(step) === 1 && minOf(step) === 1;
  const isFull = !isChosen && maxOf(step) > 1 && roomFor(offer, counts, index, value) === 0;
  return (
    <label className={isFull ? "step-box is-full" : "step-box"}>
      <input
        type={isChoice ? "radio" : "checkbox"}
        name={group}
        checked={isChosen}
        disabled={isFull}
        onChange={(event) => onChange(withCount(offer, counts, index, value, event.target.checked ? 1 : 0))}
      />
      <span>{nameOf(props, value)}</span>
    </label>
  );
}
