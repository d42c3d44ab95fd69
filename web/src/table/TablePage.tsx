// The table page: seated players play; other visitors take a seat or watch.
import { useEffect, useRef, useState } from "react";
import { Heading } from "../app/components/Heading";
import { Markdown } from "../app/components/Markdown";
import { navigate } from "../app/routing/router";
import { tableWords } from "../lobby/tables/tables";
import { isOver } from "../net/match";
import type { MatchState } from "../net/match";
import { t } from "../texts/t";
import type { GameShown, TableShown } from "../wire";
import { ActionPanel } from "./choice/ActionList";
import { MatchOverActions } from "./result/MatchOverActions";
import { Banners } from "./Banners";
import { NoAccess, Ended } from "./NoAccess";
import { ChatPanel } from "./log/ChatPanel";
import { useChoice } from "./choice/choice";
import { HostedModels } from "./models/HostedModels";
import { useRetainedFocus, useKeys } from "./choice/keys";
import { Log } from "./log/Log";
import { type NO_LOOK, useGame, useLook } from "./session/gameAssets";
import { useAnnouncements } from "./log/announcements";
import { PromptBar } from "./choice/PromptBar";
import { Result } from "./result/Result";
import { SceneView } from "./drawing/SceneView";
import { hasAllPlates } from "./seats/plates";
import { SeatClock, Seats } from "./seats/Seats";
import { useSkipStage } from "./session/skipStage";
import { useSorted } from "./drawing/sorting";
import { SortButtons } from "./drawing/SortButtons";
import { useSession } from "./session/session";
import type { Session } from "./session/session";
import { Stuck } from "./models/Stuck";
import { TableHead } from "./TableHead";
import { Tabs } from "./Tabs";
import { ToggleButtons } from "./choice/ToggleButtons";
import { useToggles } from "./choice/toggles";
import type { Tab } from "./Tabs";
import { Message, WaitingRoom } from "./WaitingRoom";
import "../style/table.css";

export function TablePage({ matchId }: { matchId: string }) {
  return <Visit key={matchId} matchId={matchId} />;
}

function Visit({ matchId }: { matchId: string }) {
  const [state, session] = useSession(matchId);
  const game = useGame(state.gameId, state.joins);
  const look = useLook(state.gameId, state.joins);
  useAnnouncements(state, look);
  const title = game?.display_name ?? state.gameId ?? t("table-scene");

  if (state.noAccess) return <NoAccess state={state} session={session} />;
  if (state.ending) return <Ended code={state.ending.code} />;
  if (state.hasLeft) return <Left state={state} session={session} />;
  if (!state.gameId) return <Going state={state} session={session} />;
  return (
    <>
      <Banners state={state} onRetry={session.retry}>
        <HostedModels matchId={matchId} look={look} />
        <Stuck state={state} session={session} />
      </Banners>
      {state.status === "waiting" && !state.doc ? (
        <WaitingRoom state={state} session={session} title={title} words={wordsOf(state, game)} />
      ) : look ? (
        <Match state={state} session={session} title={title} game={game ?? {}} look={look} />
      ) : (
        <Going state={state} session={session} />
      )}
    </>
  );
}

function wordsOf(state: MatchState, game: Partial<GameShown> | null): string[] {
  const shown = {
    match_id: state.matchId,
    game_id: state.gameId ?? "",
    status: state.status,
    seats: state.seats,
    created_at: 0,
    table: state.table ?? {},
  };
  return tableWords(shown as TableShown, game?.game_id === undefined ? undefined : (game as GameShown));
}

function Going({ state, session }: { state: MatchState; session: Session }) {
  return (
    <>
      <Heading title={t("table-scene")} hidden />
      <Banners state={state} onRetry={session.retry} />
      <p className="loading">{t("table-loading")}</p>
    </>
  );
}

/** A player who gives up a seat before the match returns to the list of games; during a match they can come back. */
function Left({ state, session }: { state: MatchState; session: Session }) {
  const isEarly = state.status === "waiting";
  useEffect(() => {
    if (isEarly) navigate("/");
  }, [isEarly]);
  if (isEarly) return null;
  return (
    <Message title={t("table-left-title")}>
      <button type="button" className="button primary" onClick={session.returnToTable}>
        {t("table-left-back")}
      </button>
    </Message>
  );
}

type TabKey = "actions" | "log" | "chat" | "rules" | "result";

interface MatchProps {
  state: MatchState;
  session: Session;
  title: string;
  game: Partial<GameShown>;
  look: typeof NO_LOOK;
}

function Match({ state, session, title, game, look }: MatchProps) {
  const choice = useChoice(state, look, session.answer);
  const area = useRef<HTMLDivElement>(null);
  useKeys(choice);
  useRetainedFocus(area, ".access-button[tabindex='0']", ".access-layer");
  useSkipStage(area, state.stage !== null, session.skip);
  const scene = state.doc?.scene;
  const switches = scene?.toggles ?? NO_TOGGLES;
  const toggles = useToggles(Object.keys(switches), state.doc?.prompt ?? 0, choice);
  const items = useSorted(state.gameId, choice.items);
  const hasItems = scene != null && Object.keys(scene.items).length > 0;
  return (
    <div className="table">
      <TableHead state={state} session={session} title={title} isMyTurn={choice.isOpen}>
        <SortButtons game={state.gameId ?? ""} items={items} look={look} />
      </TableHead>
      {!hasAllPlates(choice.items, state.seats.length) && <Seats state={state} />}
      <div ref={area} className="table-play">
        {hasItems && (
          <div className="table-scene">
            <SceneView
              items={items}
              look={look}
              label={t("table-scene")}
              last={scene.last ?? NO_LAST}
              interaction={choice.interaction}
              clock={(seat) => <SeatClock state={state} seat={seat} />}
            />
          </div>
        )}
        <ToggleButtons names={switches} toggles={toggles} look={look} />
        <PromptBar state={state} choice={choice} look={look} onDismiss={session.dismiss} />
        {isOver(state.status) && <MatchOverActions state={state} />}
      </div>
      <More state={state} session={session} game={game} look={look} choice={choice} />
    </div>
  );
}

const NO_LAST: readonly string[] = [];
const NO_TOGGLES = {};

interface MoreProps extends Omit<MatchProps, "title"> {
  choice: ReturnType<typeof useChoice>;
}

function More({ state, session, game, look, choice }: MoreProps) {
  const isEnded = state.over !== null;
  const [current, setCurrent] = useCurrent(isEnded, state.me === null ? "log" : "actions");
  const section = useRef<HTMLElement>(null);
  useRetainedFocus(section, ".tab-panel:not([hidden])", ".tab-panel:not([hidden])");
  const unread = useUnread(state.chat.length, current === "chat");
  const tabs: Tab<TabKey>[] = [
    ...(isEnded
      ? [{ key: "result", title: t("table-tab-result"), panel: () => <Result state={state} look={look} /> } as const]
      : []),
    ...(state.me !== null && !isEnded
      ? [
          {
            key: "actions",
            title: t("table-tab-actions"),
            keepMounted: true,
            panel: () => (
              <ActionPanel
                prompt={state.doc?.prompt ?? 0}
                choice={choice}
                items={state.doc?.scene?.items ?? {}}
                look={look}
              />
            ),
          } as const,
        ]
      : []),
    { key: "log", title: t("table-tab-log"), panel: () => <Log state={state} look={look} /> },
    {
      key: "chat",
      title: t("table-tab-chat"),
      badge: unread ? { text: String(unread), words: t("table-tab-unread", { count: unread }) } : null,
      keepMounted: true,
      panel: (isShown) => <ChatPanel state={state} onSay={session.chat} isShown={isShown} />,
    },
    { key: "rules", title: t("table-tab-rules"), panel: () => <Rules text={game.rules ?? null} /> },
  ];
  return (
    <section ref={section} className="table-more" aria-label={t("table-tabs")}>
      <Tabs label={t("table-tabs")} tabs={tabs} current={current} onChange={setCurrent} />
    </section>
  );
}

/** The selected tab. At the end of the match it becomes the result, unless the user is busy in another panel. */
function useCurrent(isEnded: boolean, first: TabKey): [TabKey, (key: TabKey) => void] {
  const [wanted, setWanted] = useState<TabKey | null>(null);
  const [wasEnded, setWasEnded] = useState(isEnded);
  if (isEnded && !wasEnded) {
    setWasEnded(true);
    setWanted(wanted !== "actions" && isInPanel() ? wanted : null);
  }
  return [wanted ?? (isEnded ? "result" : first), setWanted];
}

const isInPanel = (): boolean => document.activeElement?.closest(".tab-panel") != null;

/** The number of chat lines since the chat was last open. */
function useUnread(count: number, isLooked: boolean): number {
  const [seen, setSeen] = useState(count);
  if (isLooked && seen !== count) setSeen(count);
  return Math.max(0, count - seen);
}

function Rules({ text }: { text: string | null }) {
  return text ? (
    <Markdown text={text} level={1} untitled />
  ) : (
    <p className="muted panel-note">{t("table-rules-none")}</p>
  );
}
