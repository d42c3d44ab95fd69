// Finished matches. The filters are part of the address, so that a list can be shared and the back button works.
import { useEffect, useState } from "react";
import { FaultNotice } from "../../app/components/Fault";
import { RadioGroup, Select } from "../../app/components/fields";
import { Heading } from "../../app/components/Heading";
import { navigate, useQuery } from "../../app/routing/router";
import { faultText } from "../../net/rest";
import { t } from "../../texts/t";
import type { GameShown, TableShown } from "../../wire";
import { useGames } from "../games/games";
import type { PastFilter } from "./pastMatches";
import { filterOf, pastPage, pathOf } from "./pastMatches";
import { PastRow } from "./PastRow";

export function HistoryPage() {
  const query = useQuery();
  const filter = filterOf(query);
  const { games } = useGames();
  const past = usePast(filter);
  return (
    <div className="history">
      <Heading title={t("history-title")} />
      <Filters filter={filter} games={games} />
      {past.fault && <FaultNotice text={past.fault} onRetry={past.more} />}
      {past.tables && past.tables.length === 0 && !past.hasMore && !past.fault && (
        <p className="muted empty">{t(filter.isOwn ? "history-none-own" : "history-none")}</p>
      )}
      {past.tables && past.tables.length > 0 && (
        <ol className="plain rows" aria-label={t("history-title")} aria-busy={past.isBusy}>
          {past.tables.map((table) => (
            <PastRow key={table.match_id} table={table} games={games} />
          ))}
        </ol>
      )}
      {past.isBusy && <p className="loading">{t("app-loading")}</p>}
      {past.hasMore && !past.isBusy && !past.fault && (
        <button type="button" className="button" onClick={past.more}>
          {t("history-more")}
        </button>
      )}
    </div>
  );
}

function Filters({ filter, games }: { filter: PastFilter; games: readonly GameShown[] | null }) {
  const change = (changes: Partial<PastFilter>) => navigate(pathOf({ ...filter, ...changes }), { replace: true });
  const names = (games ?? []).map((game) => [game.game_id, game.display_name] as const);
  const isKnown = filter.game === "" || names.some(([slug]) => slug === filter.game);
  return (
    <section className="filters" aria-label={t("history-filters")}>
      <RadioGroup
        label={t("history-whose")}
        value={filter.isOwn ? "own" : "all"}
        choices={[
          ["all", t("history-whose-all")],
          ["own", t("history-whose-own")],
        ]}
        onChange={(whose) => change({ isOwn: whose === "own" })}
      />
      <Select
        label={t("history-game")}
        value={filter.game}
        choices={[["", t("history-game-all")], ...names, ...(isKnown ? [] : [[filter.game, filter.game] as const])]}
        onChange={(game) => change({ game })}
      />
      <Select
        label={t("history-status")}
        value={filter.status}
        choices={[
          ["", t("history-status-all")],
          ["finished", t("history-status-finished")],
          ["abandoned", t("history-status-abandoned")],
          ["error", t("history-status-error")],
        ]}
        onChange={(status) => change({ status })}
      />
    </section>
  );
}

interface Past {
  tables: readonly TableShown[] | null;
  isBusy: boolean;
  fault: string | null;
  hasMore: boolean;
  more: () => void;
}

interface Asked {
  /** The path of the list, with its filters. */
  list: string;
  after: string | null;
  attempt: number;
}

function usePast(filter: PastFilter): Past {
  const list = pathOf(filter);
  const [asked, setAsked] = useState<Asked>({ list, after: null, attempt: 0 });
  const [shown, setShown] = useState<{ list: string; tables: readonly TableShown[]; next: string | null } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  const now = asked.list === list ? asked : { list, after: null, attempt: 0 };
  const { after, attempt } = now;

  useEffect(() => {
    const stopping = new AbortController();
    setBusy(true);
    setFault(null);
    pastPage(filterOf(new URLSearchParams(list.split("?")[1] ?? "")), after, stopping.signal)
      .then((page) => {
        setShown((before) => ({
          list,
          tables: after !== null && before?.list === list ? [...before.tables, ...page.tables] : page.tables,
          next: page.next,
        }));
        setBusy(false);
      })
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        setFault(faultText(error));
        setBusy(false);
      });
    return () => stopping.abort();
  }, [list, after, attempt]);

  const isCurrent = shown?.list === list;
  return {
    tables: isCurrent ? shown.tables : null,
    isBusy,
    fault,
    hasMore: isCurrent && shown.next !== null,
    more: () => setAsked({ list, after: isCurrent ? shown.next : null, attempt: attempt + 1 }),
  };
}
