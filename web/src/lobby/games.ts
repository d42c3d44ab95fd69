// The games of this server: asked for once, since they do not change while it runs.
import { useEffect } from "react";
import { createStore, useStore } from "../app/store";
import { faultText, rest } from "../net/rest";
import type { GameShown, GamesShown } from "../wire";

export interface Games {
  games: readonly GameShown[] | null;
  fault: string | null;
}

const games = createStore<Games>({ games: null, fault: null });
let isAsked = false;

export async function askForGames(): Promise<void> {
  isAsked = true;
  games.set({ ...games.get(), fault: null });
  try {
    games.set({ games: (await rest.get<GamesShown>("/api/games")).games, fault: null });
  } catch (error) {
    isAsked = false;
    games.set({ games: null, fault: faultText(error) });
  }
}

export function useGames(): Games {
  useEffect(() => {
    if (!isAsked) void askForGames();
  }, []);
  return useStore(games);
}

/** What a game is called; one that the server does not have any more goes by its slug. */
export function gameName(known: readonly GameShown[] | null, slug: string): string {
  return known?.find((game) => game.game_id === slug)?.display_name ?? slug;
}
