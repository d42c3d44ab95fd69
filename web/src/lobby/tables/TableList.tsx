// Tables as rows, with buttons to join or to watch.
import { useState } from "react";
import { FaultNotice } from "../../app/components/Fault";
import { Icon } from "../../app/components/Icon";
import { Link } from "../../app/routing/router";
import { playPath } from "../../app/routing/routes";
import { freeSeats } from "../../net/table";
import { storedSeat } from "../../net/tokens";
import { t } from "../../texts/t";
import type { GameShown, TableShown } from "../../wire";
import { gameName } from "../games/games";
import { peopleWords, settingsOf, tableWords } from "./tables";
import type { SeatTaking } from "./useSeat";
import { useSeat } from "./useSeat";

interface TableListProps {
  title: string;
  tables: readonly TableShown[];
  games: readonly GameShown[] | null;
  /** The text for an empty list; without it the section is left out. */
  empty?: string;
}

const SHOWN_FIRST = 8;

export function TableList({ title, tables, games, empty }: TableListProps) {
  const [isWhole, setWhole] = useState(false);
  const seat = useSeat();
  if (tables.length === 0 && empty === undefined) return null;
  const shown = isWhole ? tables : tables.slice(0, SHOWN_FIRST);
  return (
    <section className="tables">
      <h2>{title}</h2>
      {seat.fault && <FaultNotice text={seat.fault} />}
      {tables.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ul className="plain rows">
          {shown.map((table) => (
            <TableRow key={table.match_id} table={table} games={games} seat={seat} />
          ))}
        </ul>
      )}
      {shown.length < tables.length && (
        <button type="button" className="button quiet" onClick={() => setWhole(true)}>
          {t("lobby-more", { count: tables.length - shown.length })}
        </button>
      )}
      {seat.question}
    </section>
  );
}

function TableRow({ table, games, seat }: { table: TableShown; games: readonly GameShown[] | null; seat: SeatTaking }) {
  const name = gameName(games, table.game_id);
  const words = tableWords(
    table,
    games?.find((game) => game.game_id === table.game_id),
  );
  return (
    <li className="row">
      <div className="row-text">
        <h3>{name}</h3>
        <p className="row-people">{peopleWords(table)}</p>
        {(words.length > 0 || table.status === "paused") && (
          <ul className="plain chips" aria-label={t("lobby-settings")}>
            {table.status === "paused" && <li className="chip">{t("lobby-paused")}</li>}
            {words.map((word) => (
              <li key={word} className="chip">
                {word}
              </li>
            ))}
          </ul>
        )}
      </div>
      <RowButtons table={table} name={name} seat={seat} />
    </li>
  );
}

function RowButtons({ table, name, seat }: { table: TableShown; name: string; seat: SeatTaking }) {
  const who = `${name}, ${peopleWords(table)}`;
  if (storedSeat(table.match_id)) {
    return (
      <div className="buttons">
        <Link
          to={playPath(table.match_id)}
          className="button primary"
          aria-label={t("lobby-back-label", { table: who })}
        >
          {t("lobby-back")}
        </Link>
      </div>
    );
  }
  return (
    <div className="buttons">
      {settingsOf(table).spectators && (
        <Link
          to={playPath(table.match_id)}
          className="button quiet"
          aria-label={t("lobby-watch-label", { table: who })}
        >
          <Icon name="eye" size={18} /> {t("lobby-watch")}
        </Link>
      )}
      {freeSeats(table) > 0 && <Join table={table} who={who} seat={seat} />}
    </div>
  );
}

/** If players choose their seats, they do so on the table's page. */
function Join({ table, who, seat }: { table: TableShown; who: string; seat: SeatTaking }) {
  if (settingsOf(table).seating === "chosen") {
    return (
      <Link to={playPath(table.match_id)} className="button" aria-label={t("lobby-join-label", { table: who })}>
        {t("lobby-join")}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="button"
      aria-label={t("lobby-join-label", { table: who })}
      aria-disabled={seat.isBusy}
      onClick={() => seat.join(table.match_id)}
    >
      {t("lobby-join")}
    </button>
  );
}
