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
    index === 0 || index === last || frame.changes != null || (frame.log ?? []).length > 0 ? [index] : [],
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

/** Where somebody looks, as it stands behind `#` in the address: `turn=12&as=p0`. */
export interface Spot {
  turn: number | null;
  eyes: Eyes;
}

export function spotOf(hash: string): Spot {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const turn = parts.get("turn");
  return { turn: turn !== null && /^\d{1,6}$/.test(turn) ? Number(turn) : null, eyes: parts.get("as") ?? "spectator" };
}

export function hashOf(spot: Spot): string {
  const parts = new URLSearchParams();
  if (spot.turn !== null) parts.set("turn", String(spot.turn));
  if (spot.eyes !== "spectator") parts.set("as", spot.eyes);
  const text = parts.toString();
  return text ? `#${text}` : "";
}

/** The frame in which so many turns were played; the last one if the match had fewer. */
export function frameOf(film: Film, turn: number | null): number {
  if (turn === null) return 0;
  const found = film.frames.findIndex((frame) => frame.turn >= turn);
  return found < 0 ? film.frames.length - 1 : found;
}
