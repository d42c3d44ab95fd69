// The toggle buttons beside a table.
import { say } from "../../scene";
import type { Look, Words } from "../../scene";
import { t } from "../../texts/t";
import type { Toggles } from "./toggles";

interface ToggleButtonsProps {
  /** What each is called, by name. */
  names: Readonly<Record<string, Words>>;
  toggles: Toggles;
  look: Look;
}

export function ToggleButtons({ names, toggles, look }: ToggleButtonsProps) {
  if (Object.keys(names).length === 0) return null;
  return (
    <div className="toggles" role="group" aria-label={t("table-toggles")}>
      {Object.entries(names).map(([name, words]) => (
        <button
          key={name}
          type="button"
          className="button small toggle"
          aria-pressed={toggles.isOn(name)}
          onClick={() => toggles.flip(name)}
        >
          {say(words, look.texts)}
        </button>
      ))}
    </div>
  );
}
