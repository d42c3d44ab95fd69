// The frame of every page: the header with the navigation, and the notice about a newer page.
import { useState } from "react";
import type { ReactNode } from "react";
import { t } from "../texts/t";
import { Icon } from "./components/Icon";
import { isOutdated } from "./pageVersion";
import { Link } from "./routing/router";
import type { Route } from "./routing/routes";
import { SettingsDialog } from "./settings/SettingsDialog";
import { useStore } from "./store";

export function Shell({ route, children }: { route: Route; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const isTable = route.page === "play" || route.page === "replay";
  return (
    <div className={isTable ? "shell shell-table" : "shell"}>
      <a className="skip" href="#main">
        {t("app-skip")}
      </a>
      <header className="head">
        <Link to="/" className="brand">
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span>{t("app-name")}</span>
        </Link>
        <nav aria-label={t("app-nav")}>
          <NavLink to="/" text={t("app-lobby")} current={route.page === "lobby" || route.page === "game"} />
          <NavLink to="/history" text={t("app-history")} current={route.page === "history"} />
        </nav>
        <button type="button" className="button quiet head-settings" onClick={() => setOpen(true)}>
          <Icon name="settings" />
          <span>{t("app-settings")}</span>
        </button>
      </header>
      <Newer />
      <main id="main" tabIndex={-1} className={isTable ? "main main-table" : "main"}>
        {children}
      </main>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function NavLink({ to, text, current }: { to: string; text: string; current: boolean }) {
  return (
    <Link to={to} className="nav-link" {...(current ? { "aria-current": "page" } : {})}>
      {text}
    </Link>
  );
}

function Newer() {
  const outdated = useStore(isOutdated);
  return (
    <div role="status">
      {outdated && (
        <p className="banner">
          <span>{t("app-newer")}</span>
          <button type="button" className="button small" onClick={() => location.reload()}>
            {t("app-reload")}
          </button>
        </p>
      )}
    </div>
  );
}
