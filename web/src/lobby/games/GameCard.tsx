import { FaultNotice } from "../../app/components/Fault";
import { Icon } from "../../app/components/Icon";
import { Link } from "../../app/routing/router";
import { gamePath } from "../../app/routing/routes";
import { useTask } from "../../app/useTask";
import { t } from "../../texts/t";
import type { GameShown } from "../../wire";
import { categoryWords } from "./gameFilter";
import { Cover } from "./Cover";
import { quickPlay } from "../tables/takeSeat";

interface GameCardProps {
  game: GameShown;
  level: string;
  onNewTable: () => void;
}

export function GameCard({ game, level, onNewTable }: GameCardProps) {
  const { isBusy, fault, run } = useTask();
  return (
    <li className="panel game-card">
      <Cover game={game} />
      <h2>
        <Link to={gamePath(game.game_id)}>{game.display_name}</Link>
      </h2>
      <p className="game-people muted small">
        <Icon name="people" size={16} /> {playersWords(game)}
        <span className="chip">{categoryWords(game.category)}</span>
      </p>
      <p className="game-text">{game.description}</p>
      {fault && <FaultNotice text={fault} />}
      <div className="buttons">
        <button
          type="button"
          className="button primary"
          aria-label={t("lobby-play-label", { game: game.display_name })}
          aria-disabled={isBusy}
          onClick={() => run(() => quickPlay(game, level))}
        >
          {t("lobby-play")}
        </button>
        <button
          type="button"
          className="button"
          aria-label={t("lobby-new-label", { game: game.display_name })}
          onClick={onNewTable}
        >
          {t("lobby-new")}
        </button>
        <Link
          to={gamePath(game.game_id)}
          className="button quiet"
          aria-label={t("lobby-rules-label", { game: game.display_name })}
        >
          {t("lobby-rules")}
        </Link>
      </div>
    </li>
  );
}

export function playersWords(game: GameShown): string {
  if (game.min_players === game.max_players) return t("lobby-players", { count: game.min_players });
  return t("lobby-players-range", { least: game.min_players, most: game.max_players });
}
