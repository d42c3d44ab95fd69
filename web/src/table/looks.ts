// What a game brings: its pictures and texts, and its rules. Loaded once for as long as the page is open.
import { useEffect, useState } from "react";
import { rest } from "../net/rest";
import type { Look } from "../scene";
import type { GameShown } from "../wire";

export const NO_LOOK: Look = { art: {}, texts: {} };

const known = new Map<string, Promise<unknown>>();

function load<T>(path: string): Promise<T> {
  const found = known.get(path) as Promise<T> | undefined;
  if (found) return found;
  const asked = rest.get<T>(path);
  known.set(path, asked);
  // What failed may be asked for again.
  asked.catch(() => known.delete(path));
  return asked;
}

/** What was loaded; null while it is on its way, and `instead` if it cannot be had. */
function useLoaded<T>(path: string | null, instead: T): T | null {
  const [loaded, setLoaded] = useState<{ path: string; value: T } | null>(null);
  useEffect(() => {
    if (path === null) return;
    let isWanted = true;
    load<T>(path)
      .catch(() => instead)
      .then((value) => isWanted && setLoaded({ path, value }));
    return () => {
      isWanted = false;
    };
  }, [path, instead]);
  return loaded && loaded.path === path ? loaded.value : null;
}

/** A scene without its pictures is still a table to play at. */
export function useLook(gameId: string | null): Look | null {
  return useLoaded<Look>(gameId && `/api/games/${encodeURIComponent(gameId)}/look?lang=en`, NO_LOOK);
}

const UNKNOWN_GAME: Partial<GameShown> = {};

export function useGame(gameId: string | null): Partial<GameShown> | null {
  return useLoaded<Partial<GameShown>>(gameId && `/api/games/${encodeURIComponent(gameId)}`, UNKNOWN_GAME);
}
