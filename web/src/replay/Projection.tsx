// One match on the screen: the scenes of the chosen eyes at one turn, the controls, the log and the raw turn.
import { useCallback, useEffect, useMemo, useState } from "react";
import { Heading } from "../app/Heading";
import { Select } from "../app/fields";
import { announce } from "../app/announce";
import { SceneView } from "../table/SceneView";
import { t } from "../texts/t";
import { Controls } from "./Controls";
import { Raw } from "./Raw";
import { Failed } from "./ReplayPage";
import { ReplayLog } from "./ReplayLog";
import { Standing } from "./Standing";
import { frameOf, hashOf, stepped, within } from "./film";
import type { Eyes, Film, Spot } from "./film";
import { filmsOf, knownEyes } from "./reel";
import type { Reel } from "./reel";

const PACES = { slow: 2000, normal: 1000, fast: 350 } as const;
export type Pace = keyof typeof PACES;

export function Projection({ reel, start }: { reel: Reel; start: Spot }) {
  const { match, game } = reel;
  const [eyes, setEyes] = useState<Eyes>(() => knownEyes(match, start.eyes));
  const [films, setFilms] = useState<Film[] | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [frame, setFrame] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>("normal");

  useEffect(() => {
    const asking = new AbortController();
    filmsOf(match, eyes, asking.signal).then(setFilms, (error: unknown) => {
      if (!asking.signal.aborted) setFault(error);
    });
    return () => asking.abort();
  }, [match, eyes]);

  const film = films?.[0] ?? null;
  const last = film === null ? 0 : film.frames.length - 1;
  // Every pair of eyes has a frame for every turn, so the place in the match stays when the eyes change.
  const now = film === null ? 0 : frame === null ? frameOf(film, start.turn) : within(film, frame);

  const goTo = useCallback((to: number) => setFrame(to), []);
  const step = useCallback((by: 1 | -1) => film && setFrame(stepped(film, now, by)), [film, now]);

  useEffect(() => {
    if (!isPlaying || film === null) return;
    if (now >= last) {
      setPlaying(false);
      return;
    }
    const waiting = setTimeout(() => setFrame(stepped(film, now, 1)), PACES[pace]);
    return () => clearTimeout(waiting);
  }, [isPlaying, film, now, last, pace]);

  const turn = film?.frames[now]?.turn ?? 0;
  useEffect(() => {
    if (film !== null) history.replaceState(null, "", hashOf({ turn, eyes }) || location.pathname);
  }, [film, turn, eyes]);

  useEffect(() => {
    if (film === null || isPlaying) return;
    announce(t("replay.turn", turn, film.frames[last]?.turn ?? 0));
  }, [film, turn, last, isPlaying]);

  const names = useMemo(
    () => Object.fromEntries(match.seats.map((seat) => [seat.player_id, seat.name ?? seat.player_id])),
    [match],
  );
  const title = t("replay.of", game?.display_name ?? match.game_id);
  if (fault !== null) return <Failed fault={fault} />;

  return (
    <div className="replay">
      <header className="replay-head">
        <Heading title={title} />
        <Select
          label={t("replay.eyes")}
          value={eyes}
          choices={[
            ["spectator", t("replay.eyes.spectator")],
            ...match.seats.map((seat) => [seat.player_id, names[seat.player_id] ?? seat.player_id] as const),
            ["all", t("replay.eyes.all")],
          ]}
          onChange={(chosen) => {
            setPlaying(false);
            setFrame(now);
            setEyes(chosen);
          }}
        />
      </header>
      {films === null ? (
        <p role="status">{t("app.loading")}</p>
      ) : (
        <>
          <div className={films.length > 1 ? "replay-scenes several" : "replay-scenes"}>
            {films.map((one) => {
              const scene = one.views[now]?.scene;
              const label = one.viewer
                ? t("replay.scene.of", turn, names[one.viewer] ?? one.viewer)
                : t("replay.scene", turn);
              return (
                <section key={one.viewer ?? "spectator"} className="replay-scene" aria-label={label}>
                  {films.length > 1 && <h2>{names[one.viewer ?? ""] ?? one.viewer}</h2>}
                  {scene && <SceneView items={scene.items} look={reel.look} last={scene.last ?? NONE} label={label} />}
                </section>
              );
            })}
          </div>
          <Controls
            frame={now}
            last={last}
            turn={turn}
            turns={film?.frames[last]?.turn ?? 0}
            isPlaying={isPlaying}
            pace={pace}
            onFrame={(to) => {
              setPlaying(false);
              goTo(to);
            }}
            onStep={(by) => {
              setPlaying(false);
              step(by);
            }}
            onPlay={() => {
              if (!isPlaying && now >= last) setFrame(0);
              setPlaying(!isPlaying);
            }}
            onPace={setPace}
          />
          <aside className="replay-side">
            <Standing match={match} view={film?.views[now]} names={names} />
            {film && <ReplayLog film={film} frame={now} names={names} texts={reel.look.texts} onFrame={goTo} />}
            {film && <Raw frame={film.frames[now]} />}
          </aside>
        </>
      )}
    </div>
  );
}

const NONE: string[] = [];
