// Something that could not be had, and the button that asks again.
import { t } from "../texts/t";

export function Fault({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className="fault" role="alert">
      <p>{text}</p>
      {onRetry && (
        <button type="button" className="button small" onClick={onRetry}>
          {t("app.retry")}
        </button>
      )}
    </div>
  );
}
