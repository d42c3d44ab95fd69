// The log in words; each line leads to its turn.
import { useEffect, useRef } from "react";
import { say } from "../scene/say";
import { t } from "../texts/t";
import { saidIn } from "./film";
import type { Film } from "./film";

interface Props {
  film: Film;
  frame: number;
  names: Record<string, string>;
  texts: Record<string, string>;
  onFrame: (frame: number) => void;
}

export function ReplayLog({ film, frame, names, texts, onFrame }: Props) {
  const lines = saidIn(film);
  const list = useRef<HTMLOListElement>(null);
  const here = lines.findLast((said) => said.frame <= frame)?.frame ?? -1;
  useEffect(() => {
    // Inside the list alone: the page itself must not jump while somebody looks at the scene.
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [here]);
  return (
    <section className="panel replay-log" aria-labelledby="replay-log">
      <h2 id="replay-log">{t("replay.log")}</h2>
      {lines.length === 0 && <p className="hint">{t("replay.log.empty")}</p>}
      <ol ref={list} tabIndex={0} aria-labelledby="replay-log">
        {lines.map((said, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={said.frame === here ? "step" : undefined}
              onClick={() => onFrame(said.frame)}
            >
              {said.line[0] !== null && <b>{names[said.line[0]] ?? said.line[0]} </b>}
              {say(said.line[1], texts)}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
