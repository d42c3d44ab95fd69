// The models that decided a turn, each with a button for its AI log and its remark.
import { SeatMark } from "../table/seats/Seats";
import { t } from "../texts/t";
import type { ModelTurn } from "./aiLog";
import { isSmooth, remarkOf } from "./aiLog";
import { outcomeWords, playedWords } from "./aiWords";

interface Props {
  made: ModelTurn;
  name: string;
  onOpen: (made: ModelTurn) => void;
}

export function ModelSeat({ made, name, onOpen }: Props) {
  const said = remarkOf(made);
  return (
    <div className="model-turn">
      <button type="button" className="button small" onClick={() => onOpen(made)}>
        <SeatMark player={made.player} />
        <span>
          {t("ailog-open")}
          <span className="visually-hidden"> {t("ailog-open-of", { name, turn: made.turn })}</span>
        </span>
      </button>
      {!isSmooth(made) && <span className="model-trouble">{troubleWords(made)}</span>}
      {said && <q className="model-said">{said}</q>}
    </div>
  );
}

/** The number of tries if the model made the move; otherwise why it did not, and who did. */
function troubleWords({ decisions }: ModelTurn): string {
  const last = decisions.at(-1);
  if (!last) return "";
  const played = playedWords(last);
  if (last.outcome === "answered" && played === null)
    return t("ailog-attempts", { count: decisions.reduce((sum, one) => sum + one.attempts, 0) });
  return [outcomeWords(last.outcome), played].filter((part) => part !== null).join(". ");
}

/** Shown above the scene; its room stays reserved, so that the scene does not move. */
export function ModelsHere({
  turns,
  names,
  onOpen,
}: {
  turns: readonly ModelTurn[];
  names: Record<string, string>;
  onOpen: (made: ModelTurn) => void;
}) {
  return (
    <div className="models-here">
      {turns.map((made) => (
        <ModelSeat key={made.player} made={made} name={names[made.player] ?? made.player} onOpen={onOpen} />
      ))}
    </div>
  );
}
