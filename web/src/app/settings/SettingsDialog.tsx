import { useEffect, useState } from "react";
import { t } from "../../texts/t";
import { Dialog } from "../components/Dialog";
import { RadioGroup, TextField, Toggle } from "../components/fields";
import { languages } from "./language";
import { changeSettings, useSettings } from "./settings";

/** Changes take effect at once, without a confirmation. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const own = useSettings();
  return (
    <Dialog title={t("app-settings")} onClose={onClose}>
      <div className="fields">
        <TextField
          label={t("settings-name")}
          hint={t("settings-name-hint")}
          value={own.name}
          maxLength={40}
          autoComplete="nickname"
          onChange={(name) => changeSettings({ name })}
        />
        <LanguageChoice value={own.lang} />
        <RadioGroup
          label={t("settings-theme")}
          value={own.theme}
          choices={[
            ["auto", t("settings-theme-auto")],
            ["light", t("settings-theme-light")],
            ["dark", t("settings-theme-dark")],
          ]}
          onChange={(theme) => changeSettings({ theme })}
        />
        <RadioGroup
          label={t("settings-deck")}
          hint={t("settings-deck-hint")}
          value={own.deck}
          choices={[
            ["two", t("settings-deck-two")],
            ["four", t("settings-deck-four")],
          ]}
          onChange={(deck) => changeSettings({ deck })}
        />
        <RadioGroup
          label={t("settings-motion")}
          value={own.motion}
          choices={[
            ["auto", t("settings-motion-auto")],
            ["none", t("settings-motion-none")],
          ]}
          onChange={(motion) => changeSettings({ motion })}
        />
        <Toggle label={t("settings-sounds")} value={own.sounds} onChange={(sounds) => changeSettings({ sounds })} />
      </div>
    </Dialog>
  );
}

function LanguageChoice({ value }: { value: string }) {
  const [known, setKnown] = useState<readonly string[]>(["en"]);
  useEffect(() => {
    // If the request fails, only the built-in English is offered.
    languages().then(setKnown, () => undefined);
  }, []);
  const listed = [...new Set([...known, ...(value === "auto" ? [] : [value])])];
  return (
    <RadioGroup
      label={t("settings-lang")}
      value={value}
      choices={[["auto", t("settings-lang-auto")], ...listed.map((lang) => [lang, languageName(lang)] as const)]}
      onChange={(lang) => changeSettings({ lang })}
    />
  );
}

/** The name of a language in that language. */
function languageName(lang: string): string {
  return new Intl.DisplayNames([lang], { type: "language" }).of(lang) ?? lang;
}
