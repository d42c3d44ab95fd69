// Whether the server has a newer page than this one. The sockets report here which page the server has.
import { createStore } from "./store";

export const isOutdated = createStore(false);

/** `page` is what GameJoined or LobbyTables say; a page without a build number is never out of date. */
export function notePage(page: string | null | undefined): void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="gamenight-page"]')?.content ?? "";
  if (page && own && !own.startsWith("%") && page !== own) isOutdated.set(true);
}
