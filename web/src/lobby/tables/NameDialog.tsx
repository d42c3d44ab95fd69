// Asks for a name before the player first joins a table with other people.
import { useState } from "react";
import { Dialog } from "../../app/components/Dialog";
import { TextField } from "../../app/components/fields";
import { changeSettings, settings } from "../../app/settings/settings";
import { t } from "../../texts/t";

interface NameDialogProps {
  /** Why the server refused the name. */
  error?: string | undefined;
  onDone: () => void;
  onClose: () => void;
}

export function NameDialog({ error, onDone, onClose }: NameDialogProps) {
  const [name, setName] = useState(settings.get().name);
  function go(): void {
    changeSettings({ name: name.trim() });
    onDone();
  }
  return (
    <Dialog title={t("name-title")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextField
          label={t("settings-name")}
          hint={t("name-hint")}
          error={error}
          value={name}
          maxLength={40}
          autoComplete="nickname"
          autoFocus
          onChange={setName}
        />
        <div className="dialog-foot">
          <button type="submit" className="button primary">
            {t("name-go")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
