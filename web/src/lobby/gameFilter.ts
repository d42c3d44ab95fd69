// Which games are shown: those of a kind, and those that have the words that were typed.
import { findByText } from "../app/textSearch";
import { houseTexts } from "../texts/house";
import { t } from "../texts/t";
import type { GameShown } from "../wire";

/** Stands for games of every kind. */
export const ALL = "";

/** The kinds of these games, by their names. */
export function categoriesOf(games: readonly GameShown[]): string[] {
  const kinds = new Set(games.map(({ category }) => category));
  return [...kinds].sort((one, other) => categoryWords(one).localeCompare(categoryWords(other)));
}

/** A kind of game in words. A kind that is not known here is shown by its name. */
export function categoryWords(category: string): string {
  const key = `category-${category}`;
  return houseTexts.has(key) ? t(key) : category;
}

export function filteredGames(games: readonly GameShown[], category: string, wanted: string): GameShown[] {
  const ofKind = games.filter((game) => category === ALL || game.category === category);
  return findByText(
    ofKind,
    wanted,
    (game) => `${game.display_name} ${game.description} ${categoryWords(game.category)}`,
  );
}
