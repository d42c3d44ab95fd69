// Badges of a seat: that a model plays there, who hosts it, and whether a bot has taken over.
import type { SeatKnown } from "../../net/match";
import { t } from "../../texts/t";
import type { Seat } from "../../wire";

export function badgesOf(seat: SeatKnown, seats: readonly Seat[]): string[] {
  const badges = [
    modelBadge(seat),
    sponsorBadge(seat, seats),
    seat.stuck ? t("table-seat-stuck") : "",
    standInBadge(seat),
  ];
  return badges.filter(Boolean);
}

/** The most important badge, as short as possible: the game needs room on the plate, too. */
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

/** Warnings for all players: a player who brings a model sees its hand. */
export function sponsorWarnings(seats: readonly Seat[]): string[] {
  return seats.flatMap(({ player_id, sponsor }) =>
    sponsor ? [t("table-sponsored", { sponsor: seatName(sponsor, seats), name: seatName(player_id, seats) })] : [],
  );
}

/** For the player who brought a model: why it does not move. Its seat token and key were in a tab that is closed. */
export function absentModels(seats: readonly Seat[], me: string | null): string[] {
  const absent = seats.filter(({ sponsor, is_away }) => is_away && me !== null && sponsor === me);
  return absent.map(({ player_id }) => t("sponsor-absent", { name: seatName(player_id, seats) }));
}

const seatName = (player: string, seats: readonly Seat[]): string =>
  seats.find((seat) => seat.player_id === player)?.name ?? player;
