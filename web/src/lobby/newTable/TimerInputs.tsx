import { useState } from "react";
import { NumberField, Select } from "../../app/components/fields";
import { t } from "../../texts/t";
import type { TimerDraft, TimerInput } from "./timer";
import { INPUTS, MODES, PRESETS, presetOf, TIMEOUTS, timerPath } from "./timer";

const OWN = "own";

const LABELS: Record<TimerInput, string> = {
  base: "timer-base",
  move: "timer-move",
  increment: "timer-increment",
  periods: "timer-periods",
  period: "timer-period",
  turn: "timer-turn",
  bank: "timer-bank",
  bonus: "timer-bonus",
};

interface TimerInputsProps {
  draft: TimerDraft;
  onChange: (draft: TimerDraft) => void;
  errorAt: (path: string) => string | undefined;
}

/** A time control: a preset, or all of its parts. */
export function TimerInputs({ draft, onChange, errorAt }: TimerInputsProps) {
  const [isOwn, setOwn] = useState(false);
  const preset = isOwn ? null : presetOf(draft);
  function choose(name: string): void {
    setOwn(name === OWN);
    if (name !== OWN) onChange({ ...draft, ...PRESETS[name] });
    else if (draft.mode === "none") onChange({ ...draft, mode: "fischer" });
  }
  return (
    <>
      <Select
        label={t("timer-control")}
        value={preset ?? OWN}
        choices={[
          ...Object.keys(PRESETS).map((name) => [name, t(`timer-preset-${name}`)] as const),
          [OWN, t("timer-preset-own")] as const,
        ]}
        error={preset === null ? undefined : errorAt("timer")}
        onChange={choose}
      />
      {preset === null && <OwnInputs draft={draft} onChange={onChange} errorAt={errorAt} />}
      {draft.mode !== "none" && (
        <Select
          label={t("timer-timeout")}
          value={draft.timeout}
          choices={TIMEOUTS.map((timeout) => [timeout, t(`timer-timeout-${timeout}`)] as const)}
          error={errorAt("timer.timeout_behavior")}
          onChange={(timeout) => onChange({ ...draft, timeout })}
        />
      )}
    </>
  );
}

function OwnInputs({ draft, onChange, errorAt }: TimerInputsProps) {
  return (
    <>
      <Select
        label={t("timer-mode")}
        hint={t(`timer-mode-${draft.mode}-hint`)}
        value={draft.mode}
        choices={MODES.map((mode) => [mode, t(`timer-mode-${mode}`)] as const)}
        error={errorAt("timer.mode")}
        onChange={(mode) => onChange({ ...draft, mode })}
      />
      {INPUTS[draft.mode].map((input) => (
        <NumberField
          key={input}
          label={t(LABELS[input])}
          value={draft[input]}
          min={0}
          step="any"
          unit={input === "periods" ? undefined : t(input === "base" ? "input-minutes" : "input-seconds")}
          error={errorAt(timerPath(input))}
          onChange={(text) => onChange({ ...draft, [input]: text })}
        />
      ))}
    </>
  );
}
