// Loads the art, texts and rules of a game, once per connection.
import { useEffect, useMemo, useState } from "react";
import { rest } from "../../net/rest";
import type { Look, Texts } from "../../scene";
import { fluentTexts } from "../../texts/fluent";
import { houseSources, houseTexts, languageSpoken } from "../../texts/house";
import type { GameShown, LookShown } from "../../wire";

export const NO_LOOK: Look = { art: {}, texts: houseTexts };

const known = new Map<string, Promise<unknown>>();

function load<T>(path: string, joins: number): Promise<T> {
  const key = `${joins} ${path}`;
  const found = known.get(key) as Promise<T> | undefined;
  if (found) return found;
  const asked = rest.get<T>(path);
  known.set(key, asked);
  // A failed request may be repeated.
  asked.catch(() => known.delete(key));
  return asked;
}

/** The loaded value; null while the first request runs, and `instead` if it fails. */
function useLoaded<T>(path: string | null, joins: number, instead: T): T | null {
  const [loaded, setLoaded] = useState<{ path: string; value: T } | null>(null);
  useEffect(() => {
    if (path === null) return;
    let isWanted = true;
    load<T>(path, joins)
      .then((value) => isWanted && setLoaded({ path, value }))
      // After a failure, keep the earlier value.
      .catch(() => isWanted && setLoaded((before) => (before?.path === path ? before : { path, value: instead })));
    return () => {
      isWanted = false;
    };
  }, [path, joins, instead]);
  return loaded && loaded.path === path ? loaded.value : null;
}

const NO_FILES: LookShown = { art: {}, texts: {} };

/** The language parameter. */
export const asked = (): string => `lang=${encodeURIComponent(languageSpoken())}`;

/** The game's own catalogues have priority over the built-in one. */
export function lookOf({ art, texts }: LookShown): Look {
  return { art, texts: fluentTexts([...Object.entries(texts), ...houseSources()], languageSpoken()) };
}

/** The texts of a game; only the built-in ones if the game's cannot be loaded. */
export function textsOf(gameId: string): Promise<Texts> {
  const loaded = load<LookShown>(`/api/games/${encodeURIComponent(gameId)}/look?${asked()}`, 0);
  return loaded.then(
    (shown) => lookOf(shown).texts,
    () => houseTexts,
  );
}

/** A game is playable even if its pictures cannot be loaded. */
export function useLook(gameId: string | null, joins: number): Look | null {
  const path = gameId && `/api/games/${encodeURIComponent(gameId)}/look?${asked()}`;
  const shown = useLoaded<LookShown>(path, joins, NO_FILES);
  return useMemo(() => shown && lookOf(shown), [shown]);
}

const UNKNOWN_GAME: Partial<GameShown> = {};

export function useGame(gameId: string | null, joins: number): Partial<GameShown> | null {
  return useLoaded<Partial<GameShown>>(
    gameId && `/api/games/${encodeURIComponent(gameId)}?${asked()}`,
    joins,
    UNKNOWN_GAME,
  );
}
