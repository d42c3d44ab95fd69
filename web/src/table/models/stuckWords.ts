// Texts about a model that gives no answer.
import type { SeatKnown } from "../../net/match";
import { houseTexts } from "../../texts/house";
import { listed, t } from "../../texts/t";

export function stuckTitle(stuck: readonly SeatKnown[]): string {
  return t("table-stuck-title", {
    count: stuck.length,
    names: listed(stuck.map((seat) => seat.name ?? seat.player_id)),
  });
}

/** An unknown error class is shown by its name. */
export function failureWords(outcome: string): string {
  const key = `table-stuck-is-${outcome}`;
  return houseTexts.has(key) ? t(key) : outcome;
}
