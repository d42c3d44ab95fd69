// What each of the chosen viewpoints saw at this moment, side by side.
import type { ReactNode } from "react";
import { seated } from "../scene";
import type { Look } from "../scene";
import { platesIn } from "../table/plates";
import { SceneView } from "../table/SceneView";
import { t } from "../texts/t";
import type { Film } from "./film";

interface Props {
  films: Film[];
  frame: number;
  turn: number;
  look: Look;
  names: Record<string, string>;
  seats: readonly string[];
  /** What stands above the scenes. */
  children?: ReactNode;
}

export function Scenes({ films, frame, turn, look, names, seats, children }: Props) {
  return (
    <div className={films.length > 1 ? "replay-scenes several" : "replay-scenes"}>
      {children}
      {films.map((film) => {
        const view = film.views[frame];
        const items =
          view?.scene && seated(view.scene.items, platesIn(view, seats, film.viewer), view.scene.viewer ?? null);
        const who = film.viewer === null ? null : (names[film.viewer] ?? film.viewer);
        const label = who === null ? t("replay-scene", { turn }) : t("replay-scene-of", { turn, name: who });
        return (
          <section key={film.viewer ?? "spectator"} className="replay-scene" aria-label={label}>
            {films.length > 1 && <h2>{who}</h2>}
            {items && <SceneView items={items} look={look} last={view.scene?.last ?? NONE} label={label} />}
          </section>
        );
      })}
    </div>
  );
}

const NONE: string[] = [];
