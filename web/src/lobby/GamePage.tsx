// The page of one game: its rules and the ways to play it.
import { useState } from "react";
import { FaultNotice } from "../app/components/Fault";
import { Heading } from "../app/components/Heading";
import { Icon } from "../app/components/Icon";
import { Markdown } from "../app/components/Markdown";
import { Link } from "../app/routing/router";
import { useSettings } from "../app/settings/settings";
import { useTask } from "../app/useTask";
import { useLobby } from "../net/lobby";
import { t } from "../texts/t";
import type { GameShown } from "../wire";
import { levelFor, levelsOf } from "./newTable/draft";
import { playersWords } from "./games/GameCard";
import { askForGames, useGames } from "./games/games";
import { LevelSelect } from "./games/LevelSelect";
import { LiveTables, OwnTables } from "./tables/LiveTables";
import { NewTable } from "./newTable/NewTable";
import { quickPlay } from "./tables/takeSeat";

export function GamePage({ slug }: { slug: string }) {
  const { games, fault } = useGames();
  const game = games?.find((one) => one.game_id === slug);
  if (fault) return <FaultNotice text={fault} onRetry={() => void askForGames()} />;
  if (!games) return <p className="loading">{t("app-loading")}</p>;
  return game ? <Game game={game} games={games} /> : <NoGame />;
}

function NoGame() {
  return (
    <div className="empty">
      <Heading title={t("game-missing")} />
      <Link to="/" className="button">
        {t("app-missing-home")}
      </Link>
    </div>
  );
}

function Game({ game, games }: { game: GameShown; games: readonly GameShown[] }) {
  const lobby = useLobby();
  const tables = lobby.tables?.filter((table) => table.game_id === game.game_id) ?? null;
  return (
    <div className="game">
      <header className="game-head">
        <Heading title={game.display_name} />
        <p className="lead muted">{game.description}</p>
        <p className="game-people muted small">
          <Icon name="people" size={16} /> {playersWords(game)}
        </p>
      </header>
      <div className="game-side">
        <PlayPanel game={game} />
        <OwnTables lobby={lobby} games={games} slug={game.game_id} />
        <LiveTables lobby={{ ...lobby, tables }} games={games} />
      </div>
      <div className="game-rules">
        {game.rules ? <Markdown text={game.rules} level={1} untitled /> : <p className="muted">{t("game-norules")}</p>}
      </div>
    </div>
  );
}

function PlayPanel({ game }: { game: GameShown }) {
  const { level } = useSettings();
  const { isBusy, fault, run } = useTask();
  const [isFormOpen, setFormOpen] = useState(false);
  return (
    <>
      <section className="panel play-panel" aria-label={t("game-play")}>
        <LevelSelect levels={levelsOf(game)} value={levelFor(game, level)} />
        {fault && <FaultNotice text={fault} />}
        <button
          type="button"
          className="button primary"
          aria-disabled={isBusy}
          onClick={() => run(() => quickPlay(game, level))}
        >
          {t("game-quick")}
        </button>
        <button type="button" className="button" onClick={() => setFormOpen(true)}>
          {t("lobby-new")}
        </button>
      </section>
      {isFormOpen && <NewTable game={game} onClose={() => setFormOpen(false)} />}
    </>
  );
}
