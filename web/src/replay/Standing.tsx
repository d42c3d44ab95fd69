// The scores at one moment.
import { SeatMark } from "../table/seats/Seats";
import { t } from "../texts/t";
import type { MatchShown, ShownView } from "../wire";

interface Props {
  match: MatchShown;
  view: ShownView | undefined;
  names: Record<string, string>;
  /** Winners are marked only on the last frame. */
  isLast: boolean;
}

export function ScoreBoard({ match, view, names, isLast }: Props) {
  const scores = view?.scores ?? match.scores ?? {};
  const winners = isLast ? (match.result?.ranking[0] ?? []).flat() : [];
  return (
    <section className="panel replay-standing" aria-label={t("replay-result")}>
      <ul>
        {match.seats.map((seat) => (
          <li key={seat.player_id}>
            <SeatMark player={seat.player_id} />
            <span className="replay-name">{names[seat.player_id]}</span>
            {winners.includes(seat.player_id) && (
              <span role="img" aria-label={t("replay-winner")}>
                ★
              </span>
            )}
            <span className="replay-score">{t("replay-score", { count: scores[seat.player_id] ?? 0 })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
