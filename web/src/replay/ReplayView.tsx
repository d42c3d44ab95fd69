// Shows one turn of a match: the scenes of the chosen viewpoints, the controls, the log and the recorded data.
import { useCallback, useEffect, useMemo, useState } from "react";
import { Heading } from "../app/components/Heading";
import { announce } from "../app/announce";
import { Select } from "../app/components/fields";
import { faultText } from "../net/rest";
import { t } from "../texts/t";
import type { MatchShown } from "../wire";
import { AiLogDialog } from "./AiDecisions";
import { modelTurns } from "./aiLog";
import type { ModelTurn } from "./aiLog";
import { AiSums } from "./AiSums";
import { Controls } from "./Controls";
import { ModelsHere } from "./ModelTurns";
import { Raw } from "./Raw";
import { ReplayLog } from "./ReplayLog";
import { Scenes } from "./Scenes";
import { ScoreBoard } from "./Standing";
import { frameOf, hashOf, positionOf, standsFor, stepped, within } from "./frames";
import type { Viewpoint, Position } from "./frames";
import { knownViewpoint } from "./loadFrames";
import type { ReplayData } from "./loadFrames";
import { useFrameSets } from "./useFrames";

const PACES = { slow: 2000, normal: 1000, fast: 350 } as const;
export type Pace = keyof typeof PACES;
/** Browsers limit how often the address may change, which scrubbing would exceed. */
const ADDRESS_MS = 300;

export function ReplayView({ replay, start }: { replay: ReplayData; start: Position }) {
  const { match, game, look, decisions } = replay;
  const [viewpoint, setViewpoint] = useState<Viewpoint>(() => knownViewpoint(match, start.viewpoint));
  const { frameSets, fault, retry } = useFrameSets(match, viewpoint);
  const [wanted, setWanted] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>("normal");
  const frameSet = frameSets?.[0] ?? null;
  const last = frameSet === null ? 0 : frameSet.frames.length - 1;
  // Every viewpoint has a frame for every turn, so the position in the match stays when the viewpoint changes.
  const now = frameSet === null ? 0 : wanted === null ? frameOf(frameSet, start) : within(frameSet, wanted);
  const turn = frameSet?.frames[now]?.turn ?? 0;
  const stage = frameSet?.frames[now]?.stage ?? null;
  const turns = frameSet?.frames[last]?.turn ?? 0;
  const words = stage === null ? t("replay-turn", { turn, turns }) : t("replay-turn-stage", { turn, turns, stage });
  const models = useMemo(
    () => (frameSet === null ? [] : modelTurns(decisions, frameSet.frames)),
    [decisions, frameSet],
  );
  const [opened, setOpened] = useState<ModelTurn | null>(null);
  const goTo = useCallback((to: number) => {
    setPlaying(false);
    setWanted(to);
  }, []);

  useEffect(() => {
    if (!isPlaying || frameSet === null) return;
    if (now >= last) return setPlaying(false);
    const waiting = setTimeout(
      () => setWanted(stepped(frameSet, now, 1)),
      standsFor(frameSet.frames[now], PACES[pace]),
    );
    return () => clearTimeout(waiting);
  }, [isPlaying, frameSet, now, last, pace]);

  useEffect(() => {
    if (frameSet === null) return;
    if (!isPlaying) announce(words);
    const address = hashOf({ turn, stage, viewpoint }) || location.pathname;
    const waiting = setTimeout(() => history.replaceState(null, "", address), ADDRESS_MS);
    return () => clearTimeout(waiting);
  }, [frameSet, turn, stage, words, viewpoint, isPlaying]);

  useEffect(() => {
    const follow = (): void => {
      const position = positionOf(location.hash);
      setViewpoint(knownViewpoint(match, position.viewpoint));
      if (frameSet !== null) goTo(frameOf(frameSet, position));
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [match, frameSet, goTo]);

  const names = useMemo(() => namesOf(match), [match]);
  return (
    <div className="replay">
      <header className="replay-head">
        <Heading title={t("replay-of", { game: game?.display_name ?? match.game_id })} />
        <Select
          label={t("replay-eyes")}
          value={viewpoint}
          choices={choicesOf(match, names)}
          onChange={(chosen) => {
            goTo(now);
            setViewpoint(chosen);
          }}
        />
      </header>
      {fault !== null && <FramesFault fault={fault} retry={retry} />}
      {frameSet === null || frameSets === null ? (
        fault === null && <p>{t("app-loading")}</p>
      ) : (
        <>
          <Scenes
            frameSets={frameSets}
            frame={now}
            turn={turn}
            look={look}
            names={names}
            seats={match.seats.map((seat) => names[seat.player_id] ?? seat.player_id)}
          >
            {models.length > 0 && (
              <ModelsHere
                turns={models.filter((made) => made.turn === turn && stage === null)}
                names={names}
                onOpen={setOpened}
              />
            )}
          </Scenes>
          <Controls
            frame={now}
            last={last}
            words={words}
            isPlaying={isPlaying}
            pace={pace}
            onFrame={goTo}
            onStep={(by) => goTo(stepped(frameSet, now, by))}
            onPlay={() => {
              if (!isPlaying && now >= last) setWanted(0);
              setPlaying(!isPlaying);
            }}
            onPace={setPace}
          />
          <aside className="replay-side">
            <ScoreBoard match={match} view={frameSet.views[now]} names={names} isLast={now === last} />
            <ReplayLog
              frameSet={frameSet}
              frame={now}
              names={names}
              texts={look.texts}
              models={models}
              onFrame={goTo}
              onOpen={setOpened}
            />
            <AiSums decisions={decisions} names={names} />
            <Raw frame={frameSet.frames[now]} />
          </aside>
        </>
      )}
      {opened !== null && (
        <AiLogDialog
          title={t("ailog-of", { name: names[opened.player] ?? opened.player, turn: opened.turn })}
          decisions={opened.decisions}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function FramesFault({ fault, retry }: { fault: unknown; retry: () => void }) {
  return (
    <p className="replay-fault" role="alert">
      {faultText(fault)}{" "}
      <button type="button" className="button small" onClick={retry}>
        {t("app-retry")}
      </button>
    </p>
  );
}

function namesOf(match: MatchShown): Record<string, string> {
  return Object.fromEntries(match.seats.map((seat) => [seat.player_id, seat.name ?? seat.player_id]));
}

function choicesOf(match: MatchShown, names: Record<string, string>): (readonly [Viewpoint, string])[] {
  const seats = match.seats.map((seat) => [seat.player_id, names[seat.player_id] ?? seat.player_id] as const);
  return [["spectator", t("replay-eyes-spectator")], ...seats, ["all", t("replay-eyes-all")]];
}
