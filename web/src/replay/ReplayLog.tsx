// The log in words; a click on a line shows its turn.
import { memo, useEffect, useMemo, useRef } from "react";
import { say } from "../scene/say";
import type { Texts } from "../scene/types";
import { t } from "../texts/t";
import type { ModelTurn } from "./aiLog";
import { frameOf, loggedLines } from "./frames";
import type { FrameSet, LoggedLine } from "./frames";
import { ModelSeat } from "./ModelTurns";

interface Props {
  frameSet: FrameSet;
  frame: number;
  names: Record<string, string>;
  texts: Texts;
  /** The turns that language models decided. */
  models: readonly ModelTurn[];
  onFrame: (frame: number) => void;
  onOpen: (made: ModelTurn) => void;
}

/** A log line, or the model that decided the turn of the lines before it. */
type Entry = LoggedLine | { frame: number; made: ModelTurn };

export function ReplayLog({ frameSet, frame, names, texts, models, onFrame, onOpen }: Props) {
  const lines = useMemo(
    () => loggedLines(frameSet).filter(({ line }) => say(line[1], texts) !== ""),
    [frameSet, texts],
  );
  const entries = useMemo(() => entriesOf(lines, models, frameSet), [lines, models, frameSet]);
  const list = useRef<HTMLOListElement>(null);
  const here = lines.findLast((entry) => entry.frame <= frame)?.frame ?? -1;
  useEffect(() => {
    // Scroll only the list; the page must not move while the user watches the scene.
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [here]);
  return (
    <section className="panel replay-log" aria-labelledby="replay-log">
      <h2 id="replay-log">{t("replay-log")}</h2>
      {entries.length === 0 && <p className="hint">{t("replay-log-empty")}</p>}
      <ol ref={list} tabIndex={0} aria-labelledby="replay-log">
        {entries.map((entry, index) =>
          "made" in entry ? (
            <li key={index}>
              <ModelSeat made={entry.made} name={names[entry.made.player] ?? entry.made.player} onOpen={onOpen} />
            </li>
          ) : (
            <Line
              key={index}
              entry={entry}
              isHere={entry.frame === here}
              names={names}
              texts={texts}
              onFrame={onFrame}
            />
          ),
        )}
      </ol>
    </section>
  );
}

function entriesOf(lines: readonly LoggedLine[], models: readonly ModelTurn[], frameSet: FrameSet): Entry[] {
  const made = models.map((one) => ({ frame: frameOf(frameSet, { turn: one.turn }), made: one }));
  // A stable sort: the lines of a turn stay before its models.
  return [...lines, ...made].sort((one, other) => one.frame - other.frame);
}

interface LineProps extends Pick<Props, "names" | "texts" | "onFrame"> {
  entry: LoggedLine;
  isHere: boolean;
}

const Line = memo(({ entry, isHere, names, texts, onFrame }: LineProps) => {
  const [player, text] = entry.line;
  return (
    <li>
      <button type="button" aria-current={isHere ? "step" : undefined} onClick={() => onFrame(entry.frame)}>
        {player !== null && <b>{names[player] ?? player} </b>}
        {say(text, texts)}
      </button>
    </li>
  );
});
Line.displayName = "Line";
