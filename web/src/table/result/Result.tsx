// The result of a match: ranking, scores, the game's details, and the check of the seed.
import { useMemo } from "react";
import type { ReactNode } from "react";
import { nameOf } from "../../net/match";
import type { MatchState } from "../../net/match";
import type { Look } from "../../scene";
import { t } from "../../texts/t";
import { ItemTable } from "../drawing/ItemTable";
import { headline, places, reasonText, sideScores } from "./outcome";
import { points, SeatMark } from "../seats/Seats";
import { commitmentOf } from "./sha256";

export function Result({ state, look }: { state: MatchState; look: Look }) {
  const { over } = state;
  if (!over) return null;
  const ranked = places(over.result?.ranking ?? []);
  const scores = sideScores(
    ranked.map(({ side }) => side),
    over.scores,
    points,
  );
  return (
    <div className="result">
      <h2>{headline(state)}</h2>
      {over.status === "finished" && <p className="muted">{reasonText(state)}</p>}
      {ranked.length > 0 && (
        <table className="result-table">
          <caption className="visually-hidden">{t("table-result-places")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("table-result-place")}</th>
              <th scope="col">{t("table-result-player")}</th>
              <th scope="col">{t("table-result-score")}</th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ place, side }, index) => (
              <tr key={side.join()}>
                <td>{place}</td>
                <th scope="row">
                  {side.map((player) => (
                    <div key={player}>
                      <SeatMark player={player} /> {nameOf(state, player)}
                    </div>
                  ))}
                </th>
                <td>{scores[index]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Breakdown state={state} look={look} />
      <Details state={state} details={over.result?.details ?? {}} />
      <Fairness promised={state.commitment} seed={over.seed} salt={over.salt} />
    </div>
  );
}

/** The tables of the last scene, such as the breakdown of points. */
function Breakdown({ state, look }: { state: MatchState; look: Look }) {
  const tables = Object.entries(state.doc?.scene?.items ?? {}).filter(([, item]) => item.kind === "table");
  return tables.map(([id, item]) => <ItemTable key={id} item={item} look={look} className="result-table breakdown" />);
}

function Details({ state, details }: { state: MatchState; details: Record<string, unknown> }) {
  const rows = Object.entries(details).filter(([name]) => name !== "left");
  if (rows.length === 0) return null;
  return (
    <table className="result-table">
      <caption>{t("table-result-details")}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{keyText(state, name)}</th>
            <td>{valueText(state, value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const keyText = (state: MatchState, key: string): string =>
  state.seats.some((seat) => seat.player_id === key) ? nameOf(state, key) : key.replaceAll("_", " ");

/** Any plain value as text, with players by name. */
function valueText(state: MatchState, value: unknown): ReactNode {
  if (Array.isArray(value)) return value.map((one) => valueText(state, one)).join(", ");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([key, own]) => `${keyText(state, key)} ${String(valueText(state, own))}`)
      .join(", ");
  }
  return typeof value === "string" ? keyText(state, value) : String(value ?? "–");
}

function Fairness({ promised, seed, salt }: { promised: string | null; seed: string; salt: string }) {
  const computed = useMemo(() => commitmentOf(seed, salt), [seed, salt]);
  if (!promised || !seed) return null;
  const isFair = promised === computed;
  return (
    <section className="fairness">
      <h3>{t("table-fair-title")}</h3>
      <p className={isFair ? "fair-yes" : "fair-no"}>
        <span aria-hidden="true">{isFair ? "✓ " : "✗ "}</span>
        {t(isFair ? "table-fair-yes" : "table-fair-no")}
      </p>
      <details>
        <summary>
          {t("table-fair-promised")}, {t("table-fair-seed").toLowerCase()}, {t("table-fair-salt").toLowerCase()}
        </summary>
        <p className="hint">{t("table-fair-how")}</p>
        <dl className="digests">
          {(
            [
              ["table-fair-promised", promised],
              ["table-fair-computed", computed],
              ["table-fair-seed", seed],
              ["table-fair-salt", salt],
            ] as const
          ).map(([key, value]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
