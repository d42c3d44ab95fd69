import { RadioGroup, NumberField, Select, Toggle } from "../../app/components/fields";
import { t } from "../../texts/t";
import { hasSpectators } from "./draft";
import type { PartProps } from "./SeatInputs";

/** Settings whose defaults suit most tables. */
export function MoreInputs({ draft, change, errorAt }: PartProps) {
  return (
    <details className="form-more">
      <summary>{t("new-more")}</summary>
      <div className="form-grid">
        <Toggle
          label={t("new-private")}
          hint={t("new-private-hint")}
          value={draft.isPrivate}
          error={errorAt("private")}
          onChange={(isPrivate) => change({ isPrivate })}
        />
        {!draft.isExhibition && (
          <Toggle
            label={t("new-spectators")}
            hint={t("new-spectators-hint")}
            value={draft.spectators}
            error={errorAt("spectators")}
            onChange={(spectators) => change({ spectators })}
          />
        )}
        {hasSpectators(draft) && (
          <NumberField
            label={t("new-delay")}
            hint={t("new-delay-hint")}
            value={draft.delay}
            min={0}
            max={3600}
            unit={t("input-seconds")}
            error={errorAt("spectator_delay_ms")}
            onChange={(delay) => change({ delay })}
          />
        )}
        {!draft.isExhibition && <SittingInputs draft={draft} change={change} errorAt={errorAt} />}
      </div>
    </details>
  );
}

/** How players take their seats, and what happens when they leave. */
function SittingInputs({ draft, change, errorAt }: PartProps) {
  const seats = Array.from(
    { length: draft.seats },
    (_, seat) => [String(seat), t("new-seat", { number: seat + 1 })] as const,
  );
  return (
    <>
      <RadioGroup
        label={t("new-start")}
        value={draft.start}
        choices={[
          ["full", t("new-start-full")],
          ["ready", t("new-start-ready")],
        ]}
        error={errorAt("start")}
        onChange={(start) => change({ start })}
      />
      <RadioGroup
        label={t("new-seating")}
        value={draft.seating}
        choices={[
          ["random", t("new-seating-random")],
          ["chosen", t("new-seating-chosen")],
        ]}
        error={errorAt("seating")}
        onChange={(seating) => change({ seating })}
      />
      {draft.seating === "chosen" && (
        <Select
          label={t("new-ownseat")}
          value={draft.ownSeat}
          choices={[["", t("new-seat-any")], ...seats]}
          error={errorAt("seat")}
          onChange={(ownSeat) => change({ ownSeat })}
        />
      )}
      <Select
        label={t("new-leaver")}
        value={draft.leaver}
        choices={[
          ["", t("new-leaver-usual")],
          ["bot", t("new-leaver-bot")],
          ["wait", t("new-leaver-wait")],
          ["timeout", t("new-leaver-timeout")],
          ["forfeit", t("new-leaver-forfeit")],
        ]}
        error={errorAt("leaver")}
        onChange={(leaver) => change({ leaver })}
      />
    </>
  );
}
