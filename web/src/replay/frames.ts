// The frames of a finished match for one viewpoint: the document of each frame, and its log lines.
import { patched } from "../scene/delta";
import type { Frame, FramesShown, LogLine, ShownView } from "../wire";

export interface FrameSet {
  viewer: string | null;
  frames: Frame[];
  /** The document after each frame. */
  views: ShownView[];
}

export function frameSetOf(shown: FramesShown): FrameSet {
  const views: ShownView[] = [];
  let view: unknown = null;
  for (const frame of shown.frames) {
    view = frame.view ?? patched(view, frame.changes ?? null);
    views.push(view as ShownView);
  }
  return { viewer: shown.viewer, frames: shown.frames, views };
}

export interface LoggedLine {
  frame: number;
  line: LogLine;
}

/** All log lines, each with its frame. */
export function loggedLines(frameSet: FrameSet): LoggedLine[] {
  return frameSet.frames.flatMap((frame, index) => (frame.log ?? []).map((line) => ({ frame: index, line })));
}

/** The frames with a visible change, for playback; always includes the first and the last. */
export function stopsOf(frameSet: FrameSet): number[] {
  const last = frameSet.frames.length - 1;
  return frameSet.frames.flatMap((frame, index) =>
    index === 0 || index === last || frame.stage != null || frame.changes != null || (frame.log ?? []).length > 0
      ? [index]
      : [],
  );
}

export function within(frameSet: FrameSet, frame: number): number {
  return Math.max(0, Math.min(frameSet.frames.length - 1, Math.trunc(frame) || 0));
}

/** The next stop forwards or backwards; at an end, that end. */
export function stepped(frameSet: FrameSet, from: number, by: 1 | -1): number {
  const stops = stopsOf(frameSet);
  const found = by > 0 ? stops.find((stop) => stop > from) : stops.findLast((stop) => stop < from);
  return found ?? within(frameSet, from);
}

export type Viewpoint = "spectator" | "all" | string;

/**
 * The position in the replay, as in the hash of the address: `turn=12&stage=1&as=p0`. Without a stage it is the end of
 * the turn.
 */
export interface Position {
  turn: number | null;
  stage?: number | null;
  viewpoint: Viewpoint;
}

export function positionOf(hash: string): Position {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    turn: numberOf(parts.get("turn")),
    stage: numberOf(parts.get("stage")),
    viewpoint: parts.get("as") ?? "spectator",
  };
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;

export function hashOf(position: Position): string {
  const parts = new URLSearchParams();
  if (position.turn !== null) parts.set("turn", String(position.turn));
  if (position.turn !== null && position.stage != null) parts.set("stage", String(position.stage));
  if (position.viewpoint !== "spectator") parts.set("as", position.viewpoint);
  const text = parts.toString();
  return text ? `#${text}` : "";
}

/** The frame after this turn, or one of its stages; the last frame if the match had fewer turns. */
export function frameOf(frameSet: FrameSet, { turn, stage }: Pick<Position, "turn" | "stage">): number {
  if (turn === null) return 0;
  const staged = frameSet.frames.findIndex(
    (frame) => frame.turn === turn && frame.stage === (stage ?? null) && frame.stage != null,
  );
  if (staged >= 0) return staged;
  const found = frameSet.frames.findIndex((frame) => frame.turn >= turn && frame.stage == null);
  return found < 0 ? frameSet.frames.length - 1 : found;
}

/** How long to show a frame during playback: a stage for its own time, scaled by the pace. */
export const standsFor = (frame: Frame | undefined, pace_ms: number): number =>
  frame?.shown_ms ? (frame.shown_ms * pace_ms) / 1000 : pace_ms;
