// Why something failed. What can be asked for again was nobody's click, so it is said aloud here; a task has said it.
import { t } from "../texts/t";

export function Fault({ text, onRetry }: { text: string; onRetry?: () => void }) {
  if (!onRetry) return <p className="fault">{text}</p>;
  return (
    <div className="fault" role="alert">
      <p>{text}</p>
      <button type="button" className="button small" onClick={onRetry}>
        {t("app-retry")}
      </button>
    </div>
  );
}
