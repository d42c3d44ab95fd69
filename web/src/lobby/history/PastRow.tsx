import { whenWords } from "../../app/duration";
import { Icon } from "../../app/components/Icon";
import { Link } from "../../app/routing/router";
import { replayPath } from "../../app/routing/routes";
import { storedSeat } from "../../net/tokens";
import { rounded } from "../../scene/compat";
import { t } from "../../texts/t";
import type { GameShown, Seat, TableShown } from "../../wire";
import { gameName } from "../games/games";
import { outcomeWords, ownOutcome, seatWords, tableWords } from "../tables/tables";

const OWN_WORDS = { won: "history-own-won", drew: "history-own-drew", lost: "history-own-lost" } as const;

/** A finished match: its players, its result, and a link to the replay. */
export function PastRow({ table, games }: { table: TableShown; games: readonly GameShown[] | null }) {
  const name = gameName(games, table.game_id);
  const seat = storedSeat(table.match_id);
  const own = seat && ownOutcome(table, seat.player_id);
  const words = tableWords(
    table,
    games?.find((game) => game.game_id === table.game_id),
  );
  return (
    <li className="row">
      <div className="row-text">
        <h2>{name}</h2>
        <p className="row-people">
          {outcomeWords(table)}
          {reasonWords(table)}
        </p>
        <p className="muted small">{table.seats.map((player) => playerWords(table, player)).join(" · ")}</p>
        <ul className="plain chips">
          {seat && <li className="chip accent">{own ? t(OWN_WORDS[own]) : t("history-own")}</li>}
          <li className="chip">
            <time dateTime={new Date(table.created_at).toISOString()}>{whenWords(table.created_at)}</time>
          </li>
          {words.map((word) => (
            <li key={word} className="chip">
              {word}
            </li>
          ))}
        </ul>
      </div>
      <div className="buttons">
        <Link
          to={replayPath(table.match_id)}
          className="button"
          aria-label={t("history-replay-label", { game: name, outcome: outcomeWords(table) })}
        >
          <Icon name="replay" size={18} /> {t("history-replay")}
        </Link>
      </div>
    </li>
  );
}

function playerWords(table: TableShown, seat: Seat): string {
  const score = table.scores?.[seat.player_id];
  const name = seatWords(seat, table.seats);
  return score === undefined ? name : t("history-score", { name, score: rounded(score) });
}

function reasonWords(table: TableShown): string {
  const reason = table.result?.reason ?? "normal";
  return reason === "normal" || table.status !== "finished" ? "" : `, ${t(`reason-${reason}`)}`;
}
