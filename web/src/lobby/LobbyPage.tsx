import { Heading } from "../app/Heading";
import { t } from "../texts/t";

export function LobbyPage() {
  return <Heading title={t("app.lobby")} />;
}
