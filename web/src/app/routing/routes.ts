// Maps addresses to pages and back. These are pure functions, so that a test can check both directions.
export type Route =
  | { page: "lobby" }
  | { page: "game"; slug: string }
  | { page: "history" }
  | { page: "play"; matchId: string }
  | { page: "replay"; matchId: string }
  | { page: "missing" };

export function routeOf(path: string): Route {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
  const [first, second] = parts;
  if (parts.length === 0) return { page: "lobby" };
  if (parts.length === 1 && first === "history") return { page: "history" };
  if (parts.length !== 2 || !second) return { page: "missing" };
  if (first === "games") return { page: "game", slug: second };
  if (first === "play") return { page: "play", matchId: second };
  if (first === "replay") return { page: "replay", matchId: second };
  return { page: "missing" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const gamePath = (slug: string): string => `/games/${encodeURIComponent(slug)}`;
export const playPath = (matchId: string): string => `/play/${encodeURIComponent(matchId)}`;
export const replayPath = (matchId: string): string => `/replay/${encodeURIComponent(matchId)}`;

/** The link for others to join or watch; it contains no token. */
export const shareLink = (matchId: string): string => location.origin + playPath(matchId);
