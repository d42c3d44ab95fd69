// Whether the server offers a newer build of the page. The sockets report the server's build here.
import { createStore } from "./store";

export const isOutdated = createStore(false);

/** `page` comes from GameJoined or LobbyTables. A page without a build number never counts as out of date. */
export function notePage(page: string | null | undefined): void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="gamenight-page"]')?.content ?? "";
  if (page && own && !own.startsWith("%") && page !== own) isOutdated.set(true);
}
