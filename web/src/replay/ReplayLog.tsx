// The log in words; each line leads to its turn.
import { memo, useEffect, useMemo, useRef } from "react";
import { say } from "../scene/say";
import type { Texts } from "../scene/types";
import { t } from "../texts/t";
import { saidIn } from "./film";
import type { Film, Said } from "./film";

interface Props {
  film: Film;
  frame: number;
  names: Record<string, string>;
  texts: Texts;
  onFrame: (frame: number) => void;
}

export function ReplayLog({ film, frame, names, texts, onFrame }: Props) {
  const lines = useMemo(() => saidIn(film).filter(({ line }) => say(line[1], texts) !== ""), [film, texts]);
  const list = useRef<HTMLOListElement>(null);
  const here = lines.findLast((said) => said.frame <= frame)?.frame ?? -1;
  useEffect(() => {
    // Inside the list alone: the page itself must not jump while somebody looks at the scene.
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [here]);
  return (
    <section className="panel replay-log" aria-labelledby="replay-log">
      <h2 id="replay-log">{t("replay-log")}</h2>
      {lines.length === 0 && <p className="hint">{t("replay-log-empty")}</p>}
      <ol ref={list} tabIndex={0} aria-labelledby="replay-log">
        {lines.map((said, index) => (
          <Line key={index} said={said} isHere={said.frame === here} names={names} texts={texts} onFrame={onFrame} />
        ))}
      </ol>
    </section>
  );
}

interface LineProps extends Pick<Props, "names" | "texts" | "onFrame"> {
  said: Said;
  isHere: boolean;
}

const Line = memo(({ said, isHere, names, texts, onFrame }: LineProps) => {
  const [player, text] = said.line;
  return (
    <li>
      <button type="button" aria-current={isHere ? "step" : undefined} onClick={() => onFrame(said.frame)}>
        {player !== null && <b>{names[player] ?? player} </b>}
        {say(text, texts)}
      </button>
    </li>
  );
});
Line.displayName = "Line";
