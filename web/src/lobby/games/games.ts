// The games of this server, requested once per language because they do not change while it runs.
import { useEffect } from "react";
import { createStore, useStore } from "../../app/store";
import { faultText, rest } from "../../net/rest";
import { languageSpoken } from "../../texts/house";
import type { GameShown, GamesShown } from "../../wire";

export interface Games {
  games: readonly GameShown[] | null;
  fault: string | null;
}

const games = createStore<Games>({ games: null, fault: null });
/** The language in which they were requested. */
let asked: string | null = null;

export async function askForGames(): Promise<void> {
  asked = languageSpoken();
  games.set({ ...games.get(), fault: null });
  try {
    games.set({
      games: (await rest.get<GamesShown>(`/api/games?lang=${encodeURIComponent(asked)}`)).games,
      fault: null,
    });
  } catch (error) {
    asked = null;
    games.set({ games: null, fault: faultText(error) });
  }
}

export function useGames(): Games {
  useEffect(() => {
    if (asked !== languageSpoken()) void askForGames();
  }, []);
  return useStore(games);
}

/** The name of a game; its slug if the server no longer has it. */
export function gameName(known: readonly GameShown[] | null, slug: string): string {
  return known?.find((game) => game.game_id === slug)?.display_name ?? slug;
}
