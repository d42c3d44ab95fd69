import { Fault } from "../app/Fault";
import { Icon } from "../app/Icon";
import { Link } from "../app/router";
import { gamePath } from "../app/routes";
import { useTask } from "../app/useTask";
import { t, tn } from "../texts/t";
import type { GameShown } from "../wire";
import { Emblem } from "./Emblem";
import { quickPlay } from "./sitting";

interface GameCardProps {
  game: GameShown;
  level: string;
  onNewTable: () => void;
}

export function GameCard({ game, level, onNewTable }: GameCardProps) {
  const { isBusy, fault, run } = useTask();
  return (
    <li className="panel game-card">
      <Emblem category={game.category} />
      <h2>
        <Link to={gamePath(game.game_id)}>{game.display_name}</Link>
      </h2>
      <p className="game-people muted small">
        <Icon name="people" size={16} /> {playersWords(game)}
      </p>
      <p className="game-text">{game.description}</p>
      {fault && <Fault text={fault} />}
      <div className="buttons">
        <button
          type="button"
          className="button primary"
          aria-label={t("lobby.play.label", game.display_name)}
          aria-disabled={isBusy}
          onClick={() => run(() => quickPlay(game, level))}
        >
          {t("lobby.play")}
        </button>
        <button
          type="button"
          className="button"
          aria-label={t("lobby.new.label", game.display_name)}
          onClick={onNewTable}
        >
          {t("lobby.new")}
        </button>
        <Link
          to={gamePath(game.game_id)}
          className="button quiet"
          aria-label={t("lobby.rules.label", game.display_name)}
        >
          {t("lobby.rules")}
        </Link>
      </div>
    </li>
  );
}

export function playersWords(game: GameShown): string {
  if (game.min_players === game.max_players) return tn("lobby.players", game.min_players);
  return t("lobby.players.range", game.min_players, game.max_players);
}
