// The controls of a replay: a slider, single steps and playback. The arrow keys, the space bar, Home and End work
// unless another element uses them.
import { useEffect, useEffectEvent } from "react";
import { t } from "../texts/t";
import type { Pace } from "./ReplayView";

interface Props {
  frame: number;
  last: number;
  /** The current turn in words. */
  words: string;
  isPlaying: boolean;
  pace: Pace;
  onFrame: (frame: number) => void;
  onStep: (by: 1 | -1) => void;
  onPlay: () => void;
  onPace: (pace: Pace) => void;
}

const PACE_NAMES = [
  ["slow", "replay-speed-slow"],
  ["normal", "replay-speed-normal"],
  ["fast", "replay-speed-fast"],
] as const;

export function Controls(props: Props) {
  const { frame, last, words, isPlaying, pace, onFrame, onStep, onPlay, onPace } = props;
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event, props);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  return (
    <div className="replay-controls panel" role="group" aria-label={t("replay-controls")}>
      <div className="buttons">
        <StepButton name="replay-first" path="M7 6v12M18 6l-8 6 8 6z" isOff={frame === 0} onClick={() => onFrame(0)} />
        <StepButton name="replay-back" path="M16 6l-8 6 8 6z" isOff={frame === 0} onClick={() => onStep(-1)} />
        <StepButton
          name={isPlaying ? "replay-pause" : "replay-play"}
          path={isPlaying ? "M8 6v12M16 6v12" : "M8 5l11 7-11 7z"}
          isMain
          onClick={onPlay}
        />
        <StepButton name="replay-on" path="M8 6l8 6-8 6z" isOff={frame === last} onClick={() => onStep(1)} />
        <StepButton
          name="replay-last"
          path="M17 6v12M6 6l8 6-8 6z"
          isOff={frame === last}
          onClick={() => onFrame(last)}
        />
      </div>
      <input
        type="range"
        className="replay-slider"
        aria-label={t("replay-slider")}
        aria-valuetext={words}
        min={0}
        max={last}
        value={frame}
        onChange={(event) => onFrame(Number(event.target.value))}
      />
      <output className="replay-turn">{words}</output>
      <label className="replay-pace">
        <span className="visually-hidden">{t("replay-speed")}</span>
        <select value={pace} onChange={(event) => onPace(event.target.value as Pace)}>
          {PACE_NAMES.map(([value, key]) => (
            <option key={value} value={value}>
              {t(key)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

type StepName = "replay-first" | "replay-back" | "replay-play" | "replay-pause" | "replay-on" | "replay-last";

function StepButton(props: { name: StepName; path: string; isOff?: boolean; isMain?: boolean; onClick: () => void }) {
  const { name, path, isOff, isMain, onClick } = props;
  return (
    // Not `disabled`: that would lose the focus of a user who has just stepped to the end.
    <button
      type="button"
      className={`button icon-only${isMain ? " primary" : ""}`}
      aria-label={t(name)}
      title={t(name)}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
    >
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path
          d={path}
          fill="currentColor"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </button>
  );
}

/** Elements with their own arrow keys, and elements that the space bar presses. */
const ARROWED = "input, select, textarea, ol, pre, dialog *, .scene *";
const PRESSED = "button, a, summary";

function actOf(event: KeyboardEvent, props: Props): (() => void) | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return null;
  const busy = event.key === " " ? `${ARROWED}, ${PRESSED}` : ARROWED;
  if (event.target instanceof Element && event.target.closest(busy)) return null;
  switch (event.key) {
    case "ArrowLeft":
      return () => props.onStep(-1);
    case "ArrowRight":
      return () => props.onStep(1);
    case " ":
      return props.onPlay;
    case "Home":
      return () => props.onFrame(0);
    case "End":
      return () => props.onFrame(props.last);
    default:
      return null;
  }
}
