// Whether the server has a newer page than this one. Whoever hears from it what it has says so here.
import { createStore } from "./store";

export const isOutdated = createStore(false);

/** `page` is what GameJoined or LobbyTables say; a page that is served by nobody in particular is never out of date. */
export function notePage(page: string | null | undefined): void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="gamenight-page"]')?.content ?? "";
  if (page && own && !own.startsWith("%") && page !== own) isOutdated.set(true);
}
