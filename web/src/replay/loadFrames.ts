// Loads a match, and its frames for each viewpoint.
import { rest } from "../net/rest";
import type { Look } from "../scene";
import { asked, lookOf, NO_LOOK } from "../table/session/gameAssets";
import type { AiLogShown, DecisionShown, FramesShown, GameShown, LookShown, MatchShown } from "../wire";
import { frameSetOf } from "./frames";
import type { Viewpoint, FrameSet } from "./frames";

export interface ReplayData {
  match: MatchShown;
  game: GameShown | null;
  look: Look;
  /** The decisions of its language models. */
  decisions: DecisionShown[];
}

/** Loads the parts that are the same for all viewpoints. */
export async function loadReplay(matchId: string, signal: AbortSignal): Promise<ReplayData> {
  const match = await rest.get<MatchShown>(`/api/matches/${encodeURIComponent(matchId)}`, { signal });
  const slug = encodeURIComponent(match.game_id);
  // A match may outlive its game on this server: then it has no pictures, only its log.
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

export async function loadFrameSets(match: MatchShown, viewpoint: Viewpoint, signal: AbortSignal): Promise<FrameSet[]> {
  const viewers = viewpoint === "all" ? match.seats.map((seat) => seat.player_id) : [viewpoint];
  return Promise.all(viewers.map((viewer) => loadFrameSet(match.match_id, viewer, signal)));
}

async function loadFrameSet(matchId: string, viewer: string, signal: AbortSignal): Promise<FrameSet> {
  const path = `/api/matches/${encodeURIComponent(matchId)}/frames?as=${encodeURIComponent(viewer)}`;
  return frameSetOf(await rest.get<FramesShown>(path, { signal }));
}

/** The viewpoint, or `spectator` if the match has no such seat. */
export function knownViewpoint(match: MatchShown, viewpoint: Viewpoint): Viewpoint {
  const isSeat = match.seats.some((seat) => seat.player_id === viewpoint);
  return isSeat || viewpoint === "all" ? viewpoint : "spectator";
}
