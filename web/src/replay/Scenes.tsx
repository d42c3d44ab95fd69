// The scenes of the chosen viewpoints at one moment, side by side.
import type { ReactNode } from "react";
import { seated } from "../scene";
import type { Look } from "../scene";
import { platesIn } from "../table/seats/plates";
import { SceneView } from "../table/drawing/SceneView";
import { t } from "../texts/t";
import type { FrameSet } from "./frames";

interface Props {
  frameSets: FrameSet[];
  frame: number;
  turn: number;
  look: Look;
  names: Record<string, string>;
  seats: readonly string[];
  /** Shown above the scenes. */
  children?: ReactNode;
}

export function Scenes({ frameSets, frame, turn, look, names, seats, children }: Props) {
  return (
    <div className={frameSets.length > 1 ? "replay-scenes several" : "replay-scenes"}>
      {children}
      {frameSets.map((frameSet) => {
        const view = frameSet.views[frame];
        const items =
          view?.scene && seated(view.scene.items, platesIn(view, seats, frameSet.viewer), view.scene.viewer ?? null);
        const who = frameSet.viewer === null ? null : (names[frameSet.viewer] ?? frameSet.viewer);
        const label = who === null ? t("replay-scene", { turn }) : t("replay-scene-of", { turn, name: who });
        return (
          <section key={frameSet.viewer ?? "spectator"} className="replay-scene" aria-label={label}>
            {frameSets.length > 1 && <h2>{who}</h2>}
            {items && <SceneView items={items} look={look} last={view.scene?.last ?? NONE} label={label} />}
          </section>
        );
      })}
    </div>
  );
}

const NONE: string[] = [];
