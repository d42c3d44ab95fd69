// Chooses the page for the address. Pages that the first screen does not need are loaded on demand.
import { lazy, Suspense } from "react";
import { GamePage } from "../lobby/GamePage";
import { HistoryPage } from "../lobby/history/HistoryPage";
import { LobbyPage } from "../lobby/LobbyPage";
import { t } from "../texts/t";
import { Boundary } from "./components/Boundary";
import { useLanguage } from "./settings/language";
import { Heading } from "./components/Heading";
import { Link, usePath } from "./routing/router";
import type { Route } from "./routing/routes";
import { routeOf } from "./routing/routes";
import { Shell } from "./Shell";

const TablePage = lazy(() => import("../table/TablePage").then((module) => ({ default: module.TablePage })));
const ReplayPage = lazy(() => import("../replay/ReplayPage").then((module) => ({ default: module.ReplayPage })));

export function App() {
  const path = usePath();
  const route = routeOf(path);
  const lang = useLanguage();
  return (
    <Shell key={lang} route={route}>
      <Boundary key={path}>
        <Suspense fallback={<p className="loading">{t("app-loading")}</p>}>
          <RoutePage route={route} />
        </Suspense>
      </Boundary>
    </Shell>
  );
}

function RoutePage({ route }: { route: Route }) {
  switch (route.page) {
    case "lobby":
      return <LobbyPage />;
    case "game":
      return <GamePage slug={route.slug} />;
    case "history":
      return <HistoryPage />;
    case "play":
      return <TablePage matchId={route.matchId} />;
    case "replay":
      return <ReplayPage matchId={route.matchId} />;
    case "missing":
      return <MissingPage />;
  }
}

function MissingPage() {
  return (
    <div className="empty">
      <Heading title={t("app-missing-title")} />
      <p>{t("app-missing-text")}</p>
      <Link to="/" className="button">
        {t("app-missing-home")}
      </Link>
    </div>
  );
}
