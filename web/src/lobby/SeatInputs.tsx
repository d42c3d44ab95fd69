import { Choice, Select } from "../app/fields";
import { t } from "../texts/t";
import type { GameShown } from "../wire";
import type { Draft } from "./draft";
import { levelsOf, PERSON } from "./draft";
import { levelWords } from "./tables";

export interface PartProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  errorAt: (path: string) => string | undefined;
}

/** How many play, and who they are: anybody who comes, or a bot. */
export function SeatInputs({ game, draft, change, errorAt }: PartProps & { game: GameShown }) {
  const sizes = Array.from({ length: game.max_players - game.min_players + 1 }, (_, index) => game.min_players + index);
  const choices = [
    [PERSON, t("new-person")] as const,
    ...levelsOf(game).map((level) => [level, t("new-bot", { level: levelWords(level) })] as const),
  ];
  const SizeInput = sizes.length <= 6 ? Choice : Select;
  function seat(index: number, who: string): void {
    change({ others: draft.others.map((other, at) => (at === index ? who : other)) });
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
      {draft.others.slice(0, draft.seats - 1).map((who, index) => (
        <Select
          key={index}
          label={t("new-player", { number: index + 2 })}
          value={who}
          choices={choices}
          error={index === 0 ? errorAt("bots") : undefined}
          onChange={(chosen) => seat(index, chosen)}
        />
      ))}
    </>
  );
}
