// The films of the chosen viewpoints, fetched when the choice changes.
import { useEffect, useState } from "react";
import type { MatchShown } from "../wire";
import type { Eyes, Film } from "./film";
import { filmsOf } from "./reel";

export interface Films {
  /** The last films that came: they stay until those of another viewpoint arrive. */
  films: Film[] | null;
  fault: unknown;
  retry: () => void;
}

export function useFilms(match: MatchShown, eyes: Eyes): Films {
  const [films, setFilms] = useState<Film[] | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const asking = new AbortController();
    setFault(null);
    filmsOf(match, eyes, asking.signal).then(setFilms, (error: unknown) => {
      if (!asking.signal.aborted) setFault(error);
    });
    return () => asking.abort();
  }, [match, eyes, attempt]);
  return { films, fault, retry: () => setAttempt((before) => before + 1) };
}
