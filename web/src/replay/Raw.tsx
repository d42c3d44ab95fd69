// The recorded data of a turn, for the curious.
import { t } from "../texts/t";
import type { Frame } from "../wire";

export function Raw({ frame }: { frame: Frame | undefined }) {
  if (!frame) return null;
  const { turn, at, actor, input, events } = frame;
  return (
    <details className="panel replay-raw">
      <summary>{t("replay-raw")}</summary>
      <h3>{t("replay-raw-turn")}</h3>
      {input == null ? (
        <p className="hint">{t("replay-raw-none")}</p>
      ) : (
        <pre tabIndex={0}>{JSON.stringify({ turn, at, actor, input }, null, 2)}</pre>
      )}
      <h3>{t("replay-raw-events")}</h3>
      <pre tabIndex={0}>{(events ?? []).map((event) => JSON.stringify(event)).join("\n") || "–"}</pre>
    </details>
  );
}
