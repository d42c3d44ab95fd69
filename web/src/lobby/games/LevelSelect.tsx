import { RadioGroup, Select } from "../../app/components/fields";
import { changeSettings } from "../../app/settings/settings";
import { t } from "../../texts/t";
import { levelWords } from "../tables/tables";

/** The bot level for quick play; it is remembered. A few levels are all visible at once. */
export function LevelSelect({ levels, value }: { levels: readonly string[]; value: string }) {
  const choices = levels.map((level) => [level, levelWords(level)] as const);
  const onChange = (level: string) => changeSettings({ level });
  const Input = levels.length <= 4 ? RadioGroup : Select;
  return <Input label={t("lobby-level")} value={value} choices={choices} onChange={onChange} />;
}
