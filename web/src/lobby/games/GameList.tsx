// The games as cards, with a search.
import { useState } from "react";
import { useSettings } from "../../app/settings/settings";
import { t } from "../../texts/t";
import type { GameShown } from "../../wire";
import { ALL, categoriesOf, filteredGames } from "./gameFilter";
import { GameCard } from "./GameCard";
import { GameFinder } from "./GameFinder";

interface GameListProps {
  games: readonly GameShown[];
  onNewTable: (game: GameShown) => void;
}

export function GameList({ games, onNewTable }: GameListProps) {
  const { level } = useSettings();
  const [wanted, setWanted] = useState("");
  const [category, setCategory] = useState(ALL);
  const chosen = filteredGames(games, category, wanted);
  const isNarrowed = wanted.trim() !== "" || category !== ALL;

  function showAll(): void {
    setWanted("");
    setCategory(ALL);
  }

  return (
    <section className="games" aria-label={t("app-lobby")}>
      {games.length > 1 && (
        <GameFinder
          wanted={wanted}
          onWanted={setWanted}
          categories={categoriesOf(games)}
          category={category}
          onCategory={setCategory}
        />
      )}
      {/* It is rendered from the start, so that screen readers announce its changes. */}
      <p className={chosen.length > 0 ? "visually-hidden" : "muted"} role="status">
        {isNarrowed ? t("lobby-found", { count: chosen.length }) : ""}
      </p>
      {chosen.length === 0 && (
        <button type="button" className="button" onClick={showAll}>
          {t("lobby-find-all")}
        </button>
      )}
      <ul className="plain game-cards" aria-label={t("app-lobby")}>
        {chosen.map((game) => (
          <GameCard key={game.game_id} game={game} level={level} onNewTable={() => onNewTable(game)} />
        ))}
      </ul>
    </section>
  );
}
