// The form for a new table. The game's own part is made of its options' schema.
import { useEffect, useId, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { Dialog } from "../app/Dialog";
import { Fault } from "../app/Fault";
import { TextField } from "../app/fields";
import { changeSettings, useSettings } from "../app/settings";
import { useTask } from "../app/useTask";
import { RestFault } from "../net/rest";
import { t } from "../texts/t";
import type { GameShown, OpenTable } from "../wire";
import type { Draft } from "./draft";
import { fieldsOf, firstDraft, otherProblems, problemAt, tableBody } from "./draft";
import { MoreInputs } from "./MoreInputs";
import { OptionInputs } from "./OptionInputs";
import { SeatInputs } from "./SeatInputs";
import { isAboutName, openTable, sitDownAndGo } from "./sitting";
import { TimerInputs } from "./TimerInputs";
import { timerPath, INPUTS } from "./timer";
import type { Problems } from "./values";

export function NewTable({ game, onClose }: { game: GameShown; onClose: () => void }) {
  const [draft, setDraft] = useState(() => firstDraft(game));
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, fault, run } = useTask();
  const open = useOpening();
  const { name } = useSettings();
  const fields = fieldsOf(game);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const errorAt = (path: string) => problemAt(problems, path);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found: Problems = {};
    const body = tableBody(game, draft, found);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    run(async () => {
      try {
        await open(body, draft.seating === "chosen" && draft.ownSeat !== "" ? Number(draft.ownSeat) : undefined);
      } catch (error) {
        const path = pathOf(error);
        if (path === null || !(error instanceof RestFault)) throw error;
        setProblems({ [path]: error.message });
      }
    });
  }

  // Once the problems are drawn, the first of them has the focus.
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-problems');
    first?.closest("details")?.setAttribute("open", "");
    first?.focus();
  }, [problems]);

  const shownPaths = [
    ...fields.map((field) => field.path),
    ...["player_name", "seats", "bots", "num_bots", "leaver", "spectator_delay_ms"],
    ...INPUTS[draft.timer.mode].map(timerPath),
  ];
  const others = otherProblems(problems, shownPaths);
  return (
    <Dialog title={t("new.title", game.display_name)} onClose={onClose} wide>
      <form ref={form} className="new-table" onSubmit={submit} noValidate>
        {others.length > 0 && (
          <div className="fault form-problems" role="alert" tabIndex={-1}>
            {others.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        )}
        <Section title={t("new.players")}>
          <TextField
            label={t("settings.name")}
            value={name}
            maxLength={40}
            autoComplete="nickname"
            placeholder={t("new.name.none")}
            error={errorAt("player_name")}
            onChange={(text) => changeSettings({ name: text })}
          />
          <SeatInputs game={game} draft={draft} change={change} errorAt={errorAt} />
        </Section>
        {fields.length > 0 && (
          <Section title={t("new.options")}>
            <OptionInputs
              fields={fields}
              values={draft.options}
              onChange={(options) => change({ options })}
              errorAt={errorAt}
            />
          </Section>
        )}
        <Section title={t("new.timer")}>
          <TimerInputs draft={draft.timer} onChange={(timer) => change({ timer })} errorAt={errorAt} />
        </Section>
        <MoreInputs draft={draft} change={change} errorAt={errorAt} />
        {fault && <Fault text={fault} />}
        <div className="dialog-foot">
          <button type="button" className="button quiet" onClick={onClose}>
            {t("app.cancel")}
          </button>
          <button type="submit" className="button primary" aria-disabled={isBusy}>
            {t("new.open")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="form-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className="form-grid">{children}</div>
    </section>
  );
}

/** Opens a table and sits down. If only the sitting down failed, the next attempt is at the same table. */
function useOpening(): (body: OpenTable, seat: number | undefined) => Promise<void> {
  const opened = useRef<{ body: string; matchId: string } | null>(null);
  return async (body, seat) => {
    const text = JSON.stringify(body);
    if (opened.current?.body !== text) {
      opened.current = { body: text, matchId: (await openTable(body)).match_id };
    }
    await sitDownAndGo(opened.current.matchId, seat);
  };
}

function pathOf(error: unknown): string | null {
  if (isAboutName(error)) return "player_name";
  return error instanceof RestFault ? error.field : null;
}
