// One match on the screen: the scenes of the chosen viewpoints at one turn, the controls, the log and the raw turn.
import { useCallback, useEffect, useMemo, useState } from "react";
import { Heading } from "../app/Heading";
import { announce } from "../app/announce";
import { Select } from "../app/fields";
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
import { Standing } from "./Standing";
import { frameOf, hashOf, spotOf, standsFor, stepped, within } from "./film";
import type { Eyes, Spot } from "./film";
import { knownEyes } from "./reel";
import type { Reel } from "./reel";
import { useFilms } from "./useFilms";

const PACES = { slow: 2000, normal: 1000, fast: 350 } as const;
export type Pace = keyof typeof PACES;
/** Browsers refuse an address that changes too often, as it would while one scrubs. */
const ADDRESS_MS = 300;

export function Projection({ reel, start }: { reel: Reel; start: Spot }) {
  const { match, game, look, decisions } = reel;
  const [eyes, setEyes] = useState<Eyes>(() => knownEyes(match, start.eyes));
  const { films, fault, retry } = useFilms(match, eyes);
  const [wanted, setWanted] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>("normal");
  const film = films?.[0] ?? null;
  const last = film === null ? 0 : film.frames.length - 1;
  // Every viewpoint has a frame for every turn, so the position in the match stays when the viewpoint changes.
  const now = film === null ? 0 : wanted === null ? frameOf(film, start) : within(film, wanted);
  const turn = film?.frames[now]?.turn ?? 0;
  const stage = film?.frames[now]?.stage ?? null;
  const turns = film?.frames[last]?.turn ?? 0;
  const words = stage === null ? t("replay-turn", { turn, turns }) : t("replay-turn-stage", { turn, turns, stage });
  const models = useMemo(() => (film === null ? [] : modelTurns(decisions, film.frames)), [decisions, film]);
  const [opened, setOpened] = useState<ModelTurn | null>(null);
  const goTo = useCallback((to: number) => {
    setPlaying(false);
    setWanted(to);
  }, []);

  useEffect(() => {
    if (!isPlaying || film === null) return;
    if (now >= last) return setPlaying(false);
    const waiting = setTimeout(() => setWanted(stepped(film, now, 1)), standsFor(film.frames[now], PACES[pace]));
    return () => clearTimeout(waiting);
  }, [isPlaying, film, now, last, pace]);

  useEffect(() => {
    if (film === null) return;
    if (!isPlaying) announce(words);
    const address = hashOf({ turn, stage, eyes }) || location.pathname;
    const waiting = setTimeout(() => history.replaceState(null, "", address), ADDRESS_MS);
    return () => clearTimeout(waiting);
  }, [film, turn, stage, words, eyes, isPlaying]);

  useEffect(() => {
    const follow = (): void => {
      const spot = spotOf(location.hash);
      setEyes(knownEyes(match, spot.eyes));
      if (film !== null) goTo(frameOf(film, spot));
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [match, film, goTo]);

  const names = useMemo(() => namesOf(match), [match]);
  return (
    <div className="replay">
      <header className="replay-head">
        <Heading title={t("replay-of", { game: game?.display_name ?? match.game_id })} />
        <Select
          label={t("replay-eyes")}
          value={eyes}
          choices={choicesOf(match, names)}
          onChange={(chosen) => {
            goTo(now);
            setEyes(chosen);
          }}
        />
      </header>
      {fault !== null && <Fault fault={fault} retry={retry} />}
      {film === null || films === null ? (
        fault === null && <p>{t("app-loading")}</p>
      ) : (
        <>
          <Scenes
            films={films}
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
            onStep={(by) => goTo(stepped(film, now, by))}
            onPlay={() => {
              if (!isPlaying && now >= last) setWanted(0);
              setPlaying(!isPlaying);
            }}
            onPace={setPace}
          />
          <aside className="replay-side">
            <Standing match={match} view={film.views[now]} names={names} isLast={now === last} />
            <ReplayLog
              film={film}
              frame={now}
              names={names}
              texts={look.texts}
              models={models}
              onFrame={goTo}
              onOpen={setOpened}
            />
            <AiSums decisions={decisions} names={names} />
            <Raw frame={film.frames[now]} />
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

function Fault({ fault, retry }: { fault: unknown; retry: () => void }) {
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

function choicesOf(match: MatchShown, names: Record<string, string>): (readonly [Eyes, string])[] {
  const seats = match.seats.map((seat) => [seat.player_id, names[seat.player_id] ?? seat.player_id] as const);
  return [["spectator", t("replay-eyes-spectator")], ...seats, ["all", t("replay-eyes-all")]];
}
