// The form for a new table. The game's options are generated from their JSON Schema.
import { useEffect, useId, useRef, useState } from "react";
import type { FormEvent, ReactNode, RefObject } from "react";
import { Dialog } from "../../app/components/Dialog";
import { FaultNotice } from "../../app/components/Fault";
import { goToProblem, TextField } from "../../app/components/fields";
import { navigate } from "../../app/routing/router";
import { playPath } from "../../app/routing/routes";
import { changeSettings, useSettings } from "../../app/settings/settings";
import { useTask } from "../../app/useTask";
import type { Task } from "../../app/useTask";
import { RestFault } from "../../net/rest";
import { textsOf } from "../../table/session/gameAssets";
import { sentence } from "../../texts/sentence";
import { t } from "../../texts/t";
import type { GameShown, OpenTable } from "../../wire";
import { fieldsOf, firstDraft, otherProblems, ownSeat, problemAt, shownPaths, tableBody } from "./draft";
import { useModels } from "./models";
import { MoreInputs } from "./MoreInputs";
import { OptionInputs } from "./OptionInputs";
import { BudgetInputs, KindInput, SeatInputs } from "./SeatInputs";
import type { PartProps } from "./SeatInputs";
import { isAboutName, openTable, takeSeatAndOpen } from "../tables/takeSeat";
import { TimerInputs } from "./TimerInputs";
import type { Problems } from "./values";

export function NewTable({ game, onClose }: { game: GameShown; onClose: () => void }) {
  const { draft, change, errorAt, others, submit, task, form } = useNewTable(game);
  const fields = fieldsOf(game);
  const models = useModels();
  return (
    <Dialog title={t("new-title", { game: game.display_name })} onClose={onClose} wide>
      <form ref={form} className="new-table" onSubmit={submit} noValidate>
        <OtherProblems texts={others} />
        <Section title={t("new-players")}>
          <KindInput models={models} draft={draft} change={change} />
          {!draft.isExhibition && <NameInput error={errorAt("player_name")} />}
          <SeatInputs game={game} models={models} draft={draft} change={change} errorAt={errorAt} />
        </Section>
        {draft.isExhibition && (
          <Section title={t("new-budget")}>
            <BudgetInputs draft={draft} change={change} errorAt={errorAt} />
          </Section>
        )}
        {fields.length > 0 && (
          <Section title={t("new-options")}>
            <OptionInputs
              fields={fields}
              values={draft.options}
              onChange={(options) => change({ options })}
              errorAt={errorAt}
            />
          </Section>
        )}
        <Section title={t("new-timer")}>
          <TimerInputs draft={draft.timer} onChange={(timer) => change({ timer })} errorAt={errorAt} />
        </Section>
        <MoreInputs draft={draft} change={change} errorAt={errorAt} />
        {task.fault && <FaultNotice text={task.fault} />}
        <Foot isBusy={task.isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

interface Form extends PartProps {
  /** Problems that belong to no visible input. */
  others: string[];
  submit: (event: FormEvent) => void;
  task: Task;
  form: RefObject<HTMLFormElement | null>;
}

function useNewTable(game: GameShown): Form {
  const [draft, setDraft] = useState(() => firstDraft(game));
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const task = useTask();
  const open = useOpening();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found: Problems = {};
    const body = tableBody(game, draft, found);
    setProblems(found);
    if (Object.keys(found).length === 0) task.run(() => open(body, ownSeat(draft)).catch(mark));
  }

  async function mark(error: unknown): Promise<void> {
    const path = pathOf(error);
    if (path === null || !(error instanceof RestFault)) throw error;
    const texts = await textsOf(game.game_id);
    setProblems({ [path]: sentence(texts.tell(error.words)) });
  }

  // When the problems are rendered, focus the first one.
  useEffect(() => {
    if (Object.keys(problems).length > 0) goToProblem(form.current, ".form-problems");
  }, [problems]);

  return {
    draft,
    change: (changes) => setDraft((before) => ({ ...before, ...changes })),
    errorAt: (path) => problemAt(problems, path),
    others: otherProblems(problems, shownPaths(game, draft)),
    submit,
    task,
    form,
  };
}

function OtherProblems({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div className="fault form-problems" role="alert" tabIndex={-1}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** The player's name; it is stored in the settings. */
function NameInput({ error }: { error: string | undefined }) {
  const { name } = useSettings();
  return (
    <TextField
      label={t("settings-name")}
      value={name}
      maxLength={40}
      autoComplete="nickname"
      placeholder={t("new-name-none")}
      error={error}
      onChange={(text) => changeSettings({ name: text })}
    />
  );
}

function Foot({ isBusy, onClose }: { isBusy: boolean; onClose: () => void }) {
  return (
    <div className="dialog-foot">
      <button type="button" className="button quiet" onClick={onClose}>
        {t("app-cancel")}
      </button>
      <button type="submit" className="button primary" aria-disabled={isBusy}>
        {t("new-open")}
      </button>
    </div>
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

/**
 * Opens a table and takes a seat, or watches an exhibition. If only taking the seat failed, the next attempt uses the
 * same table.
 */
function useOpening(): (body: OpenTable, seat: number | undefined) => Promise<void> {
  const opened = useRef<{ body: string; matchId: string } | null>(null);
  return async (body, seat) => {
    const text = JSON.stringify(body);
    if (opened.current?.body !== text) {
      opened.current = { body: text, matchId: (await openTable(body)).match_id };
    }
    if (body.exhibition) navigate(playPath(opened.current.matchId));
    else await takeSeatAndOpen(opened.current.matchId, seat);
  };
}

function pathOf(error: unknown): string | null {
  if (isAboutName(error)) return "player_name";
  return error instanceof RestFault ? error.field : null;
}
