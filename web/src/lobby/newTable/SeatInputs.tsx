import { RadioGroup, NumberField, Select } from "../../app/components/fields";
import { t } from "../../texts/t";
import type { GameShown, ModelShown } from "../../wire";
import type { TableForm } from "./draft";
import { levelsOf, PERSON, withExhibition } from "./draft";
import { levelWords } from "../tables/tables";

export interface PartProps {
  draft: TableForm;
  change: (changes: Partial<TableForm>) => void;
  errorAt: (path: string) => string | undefined;
}

interface SeatProps extends PartProps {
  game: GameShown;
  models: readonly ModelShown[];
}

/** Whether people play at the table. The question is left out if the server has no models. */
export function KindInput({ models, draft, change }: Omit<SeatProps, "game" | "errorAt">) {
  if (models.length === 0) return null;
  return (
    <div className="form-wide">
      <RadioGroup
        label={t("new-kind")}
        value={draft.isExhibition ? "watch" : "play"}
        choices={[
          ["play", t("new-kind-play")],
          ["watch", t("new-kind-watch")],
        ]}
        onChange={(kind) =>
          change(
            kind === "watch"
              ? withExhibition(
                  draft,
                  models.map(({ strategy }) => strategy),
                )
              : { isExhibition: false },
          )
        }
      />
    </div>
  );
}

/** The budget of an exhibition. */
export function BudgetInputs({ draft, change, errorAt }: PartProps) {
  return (
    <>
      <NumberField
        label={t("new-usd")}
        hint={t("new-budget-hint")}
        value={draft.maxUsd}
        min={0.01}
        step="any"
        unit={t("new-usd-unit")}
        error={errorAt("max_usd")}
        onChange={(maxUsd) => change({ maxUsd })}
      />
      <NumberField
        label={t("new-calls")}
        hint={t("new-budget-hint")}
        value={draft.maxCalls}
        min={1}
        unit={t("new-calls-unit")}
        error={errorAt("max_calls")}
        onChange={(maxCalls) => change({ maxCalls })}
      />
    </>
  );
}

/** The number of players, and who takes each seat: any person, a bot or a model. */
export function SeatInputs({ game, models, draft, change, errorAt }: SeatProps) {
  const sizes = Array.from({ length: game.max_players - game.min_players + 1 }, (_, index) => game.min_players + index);
  const bots = [
    ...levelsOf(game).map((level) => [level, t("new-bot", { level: levelWords(level) })] as const),
    ...models.map(({ strategy, name }) => [strategy, t("new-model", { name })] as const),
  ];
  const SizeInput = sizes.length <= 6 ? RadioGroup : Select;
  // The player who opens a table takes the first seat; in an exhibition it is a model, too.
  const first = draft.isExhibition ? 1 : 2;
  const players = draft.isExhibition ? draft.contestants : draft.others;
  function seat(index: number, who: string): void {
    const changed = players.map((other, at) => (at === index ? who : other));
    change(draft.isExhibition ? { contestants: changed } : { others: changed });
  }
  return (
    <>
      {sizes.length > 1 && (
        <SizeInput
          label={t("new-seats")}
          value={String(draft.seats)}
          choices={sizes.map((size) => [String(size), String(size)] as const)}
          error={errorAt("seats") ?? errorAt("num_bots")}
          onChange={(size) => change({ seats: Number(size), ownSeat: "" })}
        />
      )}
      {players.slice(0, draft.seats + 1 - first).map((who, index) => (
        <Select
          key={index}
          label={t("new-player", { number: index + first })}
          value={who}
          choices={draft.isExhibition ? bots : [[PERSON, t("new-person")], ...bots]}
          error={index === 0 ? errorAt("bots") : undefined}
          onChange={(chosen) => seat(index, chosen)}
        />
      ))}
    </>
  );
}
