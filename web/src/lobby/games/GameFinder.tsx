// The filters of the list of games: a search text and a category.
import { RadioGroup, Field, Select } from "../../app/components/fields";
import { t } from "../../texts/t";
import { ALL, categoryWords } from "./gameFilter";

interface GameFinderProps {
  wanted: string;
  onWanted: (wanted: string) => void;
  categories: readonly string[];
  category: string;
  onCategory: (category: string) => void;
}

/** With fewer categories than this, all of them are visible at once. */
const FEW = 6;

export function GameFinder({ wanted, onWanted, categories, category, onCategory }: GameFinderProps) {
  const kinds = [
    [ALL, t("lobby-category-all")],
    ...categories.map((kind) => [kind, categoryWords(kind)] as const),
  ] as const;
  const Kinds = categories.length < FEW ? RadioGroup : Select;
  return (
    <search className="game-finder">
      <Field label={t("lobby-find")}>
        {(ids) => (
          <input
            type="search"
            {...ids}
            value={wanted}
            autoComplete="off"
            onChange={(event) => onWanted(event.target.value)}
          />
        )}
      </Field>
      {categories.length > 1 && (
        <Kinds label={t("lobby-category")} value={category} choices={kinds} onChange={onCategory} />
      )}
    </search>
  );
}
