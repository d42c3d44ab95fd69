// Short tones for the player's turn, a move and the end. No sound before the first gesture: browsers forbid it.
import { settings } from "../../app/settings/settings";

export type Sound = "turn" | "move" | "end";

/** Frequencies in hertz, one after the other. */
const TONES: Record<Sound, number[]> = { turn: [660, 880], move: [440], end: [523, 659, 784] };
const TONE_S = 0.11;
const LOUD = 0.06;

let context: AudioContext | null = null;

/** Allows sounds after the first gesture. */
export function awaitGesture(): () => void {
  const wake = (): void => {
    context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
    if (context?.state === "suspended") void context.resume();
  };
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
  return () => {
    removeEventListener("pointerdown", wake);
    removeEventListener("keydown", wake);
  };
}

export function play(sound: Sound): void {
  if (!settings.get().sounds || context?.state !== "running") return;
  const [own, start] = [context, context.currentTime];
  for (const [index, frequency] of TONES[sound].entries()) tone(own, frequency, start + index * TONE_S);
}

function tone(own: AudioContext, frequency: number, start: number): void {
  const [source, volume] = [own.createOscillator(), own.createGain()];
  source.type = "sine";
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUD, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + TONE_S * 1.6);
  source.connect(volume).connect(own.destination);
  source.start(start);
  source.stop(start + TONE_S * 1.7);
}
