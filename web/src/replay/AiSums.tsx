// The totals of the language models of a match, by seat.
import { SeatMark } from "../table/seats/Seats";
import { t } from "../texts/t";
import type { DecisionShown } from "../wire";
import { modelSeats, sumsOf } from "./aiLog";
import { costWords, timeWords, tokenWords } from "./aiWords";

export function AiSums({ decisions, names }: { decisions: readonly DecisionShown[]; names: Record<string, string> }) {
  if (decisions.length === 0) return null;
  return (
    <section className="panel ai-sums" aria-labelledby="ai-sums">
      <h2 id="ai-sums">{t("ailog-sums")}</h2>
      {modelSeats(decisions).map((player) => (
        <SeatSums
          key={player}
          player={player}
          name={names[player] ?? player}
          decisions={decisions.filter((one) => one.player_id === player)}
        />
      ))}
    </section>
  );
}

function SeatSums({ player, name, decisions }: { player: string; name: string; decisions: readonly DecisionShown[] }) {
  const sums = sumsOf(decisions);
  const facts = [
    [t("ailog-sums-calls"), String(sums.calls)],
    [t("ailog-tokens"), tokenWords(sums)],
    [t("ailog-cost"), costWords(sums)],
    [t("ailog-duration"), timeWords(sums.duration_ms)],
  ] as const;
  return (
    <>
      <h3>
        <SeatMark player={player} /> {name}
      </h3>
      <dl className="ai-facts">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
