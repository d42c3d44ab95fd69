// The form for a model: provider, protocol, model and key.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Dialog } from "../../app/components/Dialog";
import { FaultNotice } from "../../app/components/Fault";
import { RadioGroup, Select, TextField } from "../../app/components/fields";
import { useTask } from "../../app/useTask";
import { usualFor } from "../../net/provider";
import type { Provider, WireName } from "../../net/provider";
import { rest } from "../../net/rest";
import { t } from "../../texts/t";
import type { BotsShown } from "../../wire";

/** The origins that the operator allows. */
export function useOrigins(): readonly string[] {
  const [origins, setOrigins] = useState<readonly string[]>([]);
  useEffect(() => {
    const asking = new AbortController();
    // If the request fails, there is no origin to ask.
    rest.get<BotsShown>("/api/bots", { signal: asking.signal }).then(
      (bots) => setOrigins(bots.sponsor_origins ?? []),
      () => undefined,
    );
    return () => asking.abort();
  }, []);
  return origins;
}

interface DialogProps {
  title: string;
  origins: readonly string[];
  /** The last provider. */
  first: Provider | null;
  onDone: (provider: Provider) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

export function ProviderDialog({ title, origins, first, onDone, onClose, children }: DialogProps) {
  const [provider, setProvider] = useState(() => firstDraft(origins, first));
  const task = useTask();
  const change = (part: Partial<Provider>): void => setProvider((before) => ({ ...before, ...part }));
  const isComplete = provider.model.trim() !== "" && provider.key.trim() !== "";
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          task.run(async () => {
            await onDone(trimmed(provider));
            onClose();
          });
        }}
      >
        {children && <div>{children}</div>}
        <Select
          label={t("sponsor-origin")}
          value={provider.origin}
          choices={origins.map((origin) => [origin, origin] as const)}
          onChange={(origin) => change({ origin, ...usualFor(origin) })}
        />
        <TextField
          label={t("sponsor-model")}
          value={provider.model}
          maxLength={200}
          autoComplete="off"
          onChange={(model) => change({ model })}
        />
        <TextField
          label={t("sponsor-key")}
          hint={t("sponsor-key-hint")}
          type="password"
          value={provider.key}
          autoComplete="off"
          onChange={(key) => change({ key })}
        />
        <details className="form-more">
          <summary>{t("sponsor-more")}</summary>
          <div className="form-grid fields">
            <RadioGroup<WireName>
              label={t("sponsor-wire")}
              value={provider.wire}
              choices={[
                ["openai", t("sponsor-wire-openai")],
                ["anthropic", t("sponsor-wire-anthropic")],
              ]}
              onChange={(wire) => change({ wire, path: wire === "anthropic" ? "" : "/v1" })}
            />
            <TextField
              label={t("sponsor-path")}
              hint={t("sponsor-path-hint")}
              value={provider.path}
              autoComplete="off"
              onChange={(path) => change({ path })}
            />
          </div>
        </details>
        {task.fault !== null && <FaultNotice text={task.fault} />}
        <div className="dialog-foot">
          <button type="submit" className="button primary" disabled={!isComplete || task.isBusy}>
            {t("sponsor-seat")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The last provider if it is still allowed. */
function firstDraft(origins: readonly string[], last: Provider | null): Provider {
  if (last && origins.includes(last.origin)) return last;
  const origin = origins[0] ?? "";
  return { origin, ...usualFor(origin), model: "", key: "" };
}

function trimmed(provider: Provider): Provider {
  return { ...provider, path: provider.path.trim(), model: provider.model.trim(), key: provider.key.trim() };
}
