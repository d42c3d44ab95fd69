// What each of the chosen eyes saw at this moment, side by side.
import type { LookShown } from "../wire";
import { SceneView } from "../table/SceneView";
import { t } from "../texts/t";
import type { Film } from "./film";

interface Props {
  films: Film[];
  frame: number;
  turn: number;
  look: LookShown;
  names: Record<string, string>;
}

export function Scenes({ films, frame, turn, look, names }: Props) {
  return (
    <div className={films.length > 1 ? "replay-scenes several" : "replay-scenes"}>
      {films.map((film) => {
        const scene = film.views[frame]?.scene;
        const who = film.viewer === null ? null : (names[film.viewer] ?? film.viewer);
        const label = who === null ? t("replay.scene", turn) : t("replay.scene.of", turn, who);
        return (
          <section key={film.viewer ?? "spectator"} className="replay-scene" aria-label={label}>
            {films.length > 1 && <h2>{who}</h2>}
            {scene && <SceneView items={scene.items} look={look} last={scene.last ?? NONE} label={label} />}
          </section>
        );
      })}
    </div>
  );
}

const NONE: string[] = [];
