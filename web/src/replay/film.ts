// A match that is over, turn by turn: which document stands at which frame, and what was said there.
import { patched } from "../scene/delta";
import type { Frame, FramesShown, LogLine, ShownView } from "../wire";

export interface Film {
  viewer: string | null;
  frames: Frame[];
  /** The document after each frame. */
  views: ShownView[];
}

export function filmOf(shown: FramesShown): Film {
  const views: ShownView[] = [];
  let view: unknown = null;
  for (const frame of shown.frames) {
    view = frame.view ?? patched(view, frame.changes ?? null);
    views.push(view as ShownView);
  }
  return { viewer: shown.viewer, frames: shown.frames, views };
}

export interface Said {
  frame: number;
  line: LogLine;
}

/** Every line of the log, with the frame that it belongs to. */
export function saidIn(film: Film): Said[] {
  return film.frames.flatMap((frame, index) => (frame.log ?? []).map((line) => ({ frame: index, line })));
}

/** Frames at which something can be seen to have changed, for playing; the first and the last are always among them. */
export function stopsOf(film: Film): number[] {
  const last = film.frames.length - 1;
  return film.frames.flatMap((frame, index) =>
    index === 0 || index === last || frame.stage != null || frame.changes != null || (frame.log ?? []).length > 0
      ? [index]
      : [],
  );
}

export function within(film: Film, frame: number): number {
  return Math.max(0, Math.min(film.frames.length - 1, Math.trunc(frame) || 0));
}

/** The next place to stop at, forwards or backwards; where there is none, the end that it is at. */
export function stepped(film: Film, from: number, by: 1 | -1): number {
  const stops = stopsOf(film);
  const found = by > 0 ? stops.find((stop) => stop > from) : stops.findLast((stop) => stop < from);
  return found ?? within(film, from);
}

export type Eyes = "spectator" | "all" | string;

/** Where somebody looks, as it stands behind `#` in the address: `turn=12&stage=1&as=p0`; without a stage at the turn's end. */
export interface Spot {
  turn: number | null;
  stage?: number | null;
  eyes: Eyes;
}

export function spotOf(hash: string): Spot {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    turn: numberOf(parts.get("turn")),
    stage: numberOf(parts.get("stage")),
    eyes: parts.get("as") ?? "spectator",
  };
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;

export function hashOf(spot: Spot): string {
  const parts = new URLSearchParams();
  if (spot.turn !== null) parts.set("turn", String(spot.turn));
  if (spot.turn !== null && spot.stage != null) parts.set("stage", String(spot.stage));
  if (spot.eyes !== "spectator") parts.set("as", spot.eyes);
  const text = parts.toString();
  return text ? `#${text}` : "";
}

/** The frame in which so many turns were played, or a stage on the way there; the last one if the match had fewer. */
export function frameOf(film: Film, { turn, stage }: Pick<Spot, "turn" | "stage">): number {
  if (turn === null) return 0;
  const staged = film.frames.findIndex(
    (frame) => frame.turn === turn && frame.stage === (stage ?? null) && frame.stage != null,
  );
  if (staged >= 0) return staged;
  const found = film.frames.findIndex((frame) => frame.turn >= turn && frame.stage == null);
  return found < 0 ? film.frames.length - 1 : found;
}

/** How long a frame stands while the film is played: a stage its own time, at the pace of the others. */
export const standsFor = (frame: Frame | undefined, pace_ms: number): number =>
  frame?.shown_ms ? (frame.shown_ms * pace_ms) / 1000 : pace_ms;
