// Shows an error. With `onRetry` nobody has announced the error yet, so this component does; errors of a task are
// announced by the task.
import { t } from "../../texts/t";

export function FaultNotice({ text, onRetry }: { text: string; onRetry?: () => void }) {
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
