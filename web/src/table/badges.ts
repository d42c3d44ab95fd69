// What is special about a seat, in a few words each: a model plays there, whose it is, and whether a bot has taken over.
import type { SeatKnown } from "../net/match";
import { t } from "../texts/t";
import type { Seat } from "../wire";

export function badgesOf(seat: SeatKnown, seats: readonly Seat[]): string[] {
  const badges = [
    modelBadge(seat),
    sponsorBadge(seat, seats),
    seat.stuck ? t("table-seat-stuck") : "",
    standInBadge(seat),
  ];
  return badges.filter(Boolean);
}

/** The one that matters most, as short as can be: on a plate the game has something to say, too. */
export function chiefBadge(seat: SeatKnown): string {
  if (seat.stuck) return t("table-seat-stuck");
  return standInBadge(seat) || (seat.model || seat.sponsor ? t("table-seat-ai") : "");
}

/** Do not repeat the model's name if the player has the same name. */
function modelBadge({ model, name }: Seat): string {
  if (!model) return "";
  return name?.startsWith(model) ? t("table-seat-model") : t("table-seat-model-named", { model });
}

function sponsorBadge({ sponsor }: Seat, seats: readonly Seat[]): string {
  return sponsor ? t("table-seat-sponsor", { name: seatName(sponsor, seats) }) : "";
}

function standInBadge({ stand_in, model }: Seat): string {
  if (!stand_in) return "";
  return model ? t("table-seat-model-bot") : t("table-seat-stand-in");
}

/** For everybody at the table: whoever brings a model sees what it holds. */
export function sponsorWarnings(seats: readonly Seat[]): string[] {
  return seats.flatMap(({ player_id, sponsor }) =>
    sponsor ? [t("table-sponsored", { sponsor: seatName(sponsor, seats), name: seatName(player_id, seats) })] : [],
  );
}

/** For who brought a model: why it does nothing. Its seat and its key were in the tab that is gone. */
export function absentModels(seats: readonly Seat[], me: string | null): string[] {
  const absent = seats.filter(({ sponsor, is_away }) => is_away && me !== null && sponsor === me);
  return absent.map(({ player_id }) => t("sponsor-absent", { name: seatName(player_id, seats) }));
}

const seatName = (player: string, seats: readonly Seat[]): string =>
  seats.find((seat) => seat.player_id === player)?.name ?? player;
