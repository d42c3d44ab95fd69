import { expect, test } from "vitest";
import { ALL, categoriesOf, categoryWords, filteredGames } from "../../../src/lobby/games/gameFilter";
import type { GameShown } from "../../../src/wire";

const game = (display_name: string, category: string, description: string): GameShown =>
  ({ game_id: display_name.toLowerCase(), display_name, category, description }) as GameShown;
const GAMES = [
  game("Larks", "cards", "Take no larks, and beware of the queen."),
  game("Fools", "cards", "Get rid of your cards; the last one is the fool."),
  game("Meadows", "board", "Lay tiles, and claim cities."),
  game("Séance", "party", "Guess."),
];
const names = (category: string, wanted: string): string[] =>
  filteredGames(GAMES, category, wanted).map((one) => one.display_name);

test("categories are sorted by name, each once", () => {
  expect(categoriesOf(GAMES)).toEqual(["board", "cards", "party"]);
  expect(["cards", "party"].map(categoryWords)).toEqual(["Cards", "party"]);
});

test.each([
  [ALL, "", ["Larks", "Fools", "Meadows", "Séance"]],
  [ALL, "  ", ["Larks", "Fools", "Meadows", "Séance"]],
  ["cards", "", ["Larks", "Fools"]],
  [ALL, "queen", ["Larks"]],
  [ALL, "fool CARD", ["Fools"]],
  [ALL, "seance", ["Séance"]],
  ["board", "queen", []],
])("of the kind %j with the words %j", (category, wanted, expected) => {
  expect(names(category, wanted)).toEqual(expected);
});
