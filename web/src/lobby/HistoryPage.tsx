import { Heading } from "../app/Heading";
import { t } from "../texts/t";

export function HistoryPage() {
  return <Heading title={t("app.history")} />;
}
