// The films of a match, fetched once for each viewpoint.
import { rest } from "../net/rest";
import type { Look } from "../scene";
import { asked, lookOf, NO_LOOK } from "../table/looks";
import type { AiLogShown, DecisionShown, FramesShown, GameShown, LookShown, MatchShown } from "../wire";
import { filmOf } from "./film";
import type { Eyes, Film } from "./film";

export interface Reel {
  match: MatchShown;
  game: GameShown | null;
  look: Look;
  /** What language models decided in it. */
  decisions: DecisionShown[];
}

/** What does not depend on the viewpoint. */
export async function reelOf(matchId: string, signal: AbortSignal): Promise<Reel> {
  const match = await rest.get<MatchShown>(`/api/matches/${encodeURIComponent(matchId)}`, { signal });
  const slug = encodeURIComponent(match.game_id);
  // A match outlives its game on this server: then it has no pictures, and its log must do.
  const [game, look, decisions] = await Promise.all([
    rest.get<GameShown>(`/api/games/${slug}?${asked()}`, { signal }).catch(() => null),
    rest.get<LookShown>(`/api/games/${slug}/look?${asked()}`, { signal }).then(lookOf, () => NO_LOOK),
    rest.get<AiLogShown>(`/api/matches/${encodeURIComponent(matchId)}/ai-log`, { signal }).then(
      (log) => log.decisions,
      () => [],
    ),
  ]);
  return { match, game, look, decisions };
}

export async function filmsOf(match: MatchShown, eyes: Eyes, signal: AbortSignal): Promise<Film[]> {
  const viewers = eyes === "all" ? match.seats.map((seat) => seat.player_id) : [eyes];
  return Promise.all(viewers.map((viewer) => filmFor(match.match_id, viewer, signal)));
}

async function filmFor(matchId: string, viewer: string, signal: AbortSignal): Promise<Film> {
  const path = `/api/matches/${encodeURIComponent(matchId)}/frames?as=${encodeURIComponent(viewer)}`;
  return filmOf(await rest.get<FramesShown>(path, { signal }));
}

/** The viewpoints that exist: a seat that this match does not have is left out. */
export function knownEyes(match: MatchShown, eyes: Eyes): Eyes {
  const isSeat = match.seats.some((seat) => seat.player_id === eyes);
  return isSeat || eyes === "all" ? eyes : "spectator";
}
