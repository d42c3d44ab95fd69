// All model hosts of this tab, by match. They keep running while the user visits other pages of the app.
import { createStore } from "../../app/store";
import type { Store } from "../../app/store";
import type { Provider } from "../../net/provider";
import { keepSponsored, sponsoredSeats } from "../../net/sponsored";
import type { SponsoredSeat } from "../../net/sponsored";
import { createHost } from "./modelHost";
import type { Host } from "./modelHost";

type Hosts = Store<readonly Host[]>;

const known = new Map<string, Hosts>();
const resumed = new Set<string>();

export function hostsAt(matchId: string): Hosts {
  const found = known.get(matchId) ?? createStore<readonly Host[]>([]);
  known.set(matchId, found);
  return found;
}

/** Restarts the hosts after a reload of the tab. */
export function resumeHosts(matchId: string): void {
  if (resumed.has(matchId)) return;
  resumed.add(matchId);
  for (const seat of sponsoredSeats(matchId)) add(matchId, seat);
}

export function host(matchId: string, seat: SponsoredSeat): void {
  // Before the new seat is stored, so that it does not get two hosts.
  resumeHosts(matchId);
  keepSponsored(matchId, seat);
  add(matchId, seat);
}

/** Replaces the model or the key of a seat. */
export function changeProvider(matchId: string, before: Host, provider: Provider): void {
  remove(matchId, before);
  host(matchId, { ...before.seat, provider });
}

function add(matchId: string, seat: SponsoredSeat): void {
  const added = createHost(matchId, seat);
  hostsAt(matchId).set([...hostsAt(matchId).get(), added]);
  added.store.subscribe(() => {
    if (added.store.get().phase === "over") remove(matchId, added);
  });
}

function remove(matchId: string, gone: Host): void {
  gone.close();
  hostsAt(matchId).set(
    hostsAt(matchId)
      .get()
      .filter((other) => other !== gone),
  );
}
