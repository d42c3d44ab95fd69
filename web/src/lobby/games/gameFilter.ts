// Filters the games by category and by typed words.
import { findByText } from "../../app/textSearch";
import { houseTexts } from "../../texts/house";
import { t } from "../../texts/t";
import type { GameShown } from "../../wire";

/** All categories. */
export const ALL = "";

/** The categories of these games, sorted by name. */
export function categoriesOf(games: readonly GameShown[]): string[] {
  const kinds = new Set(games.map(({ category }) => category));
  return [...kinds].sort((one, other) => categoryWords(one).localeCompare(categoryWords(other)));
}

/** The name of a category. A category without a text is shown by its key. */
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
