// Automatic answers: while a toggle is on, the offer with its name is sent without a tap.
import { useEffect, useRef, useState } from "react";
import type { ShownOffer } from "../../wire";
import type { TapChoice } from "./choice";

export interface Toggles {
  isOn: (name: string) => boolean;
  flip: (name: string) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** The toggles that the scene still has; others are switched off. */
export function existing(on: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> {
  const left = [...on].filter((name) => names.includes(name));
  return left.length === on.size ? on : new Set(left);
}

/** The number of the offer that the active toggles send. */
export function wanted(offers: readonly ShownOffer[], on: ReadonlySet<string>): number | null {
  const found = offers.findIndex(({ toggle }) => toggle != null && on.has(toggle));
  return found < 0 ? null : found;
}

/** Answers each prompt at most once: after a refusal the player decides. */
export function useToggles(names: readonly string[], prompt: number, choice: TapChoice): Toggles {
  const [chosen, setChosen] = useState(NONE);
  const answered = useRef(-1);
  const on = existing(chosen, names);
  if (on !== chosen) setChosen(on);
  const offer = choice.isOpen ? wanted(choice.offers, on) : null;
  useEffect(() => {
    if (offer === null || answered.current === prompt) return;
    answered.current = prompt;
    choice.send(offer);
  });
  return {
    isOn: (name) => on.has(name),
    flip: (name) => setChosen(on.has(name) ? new Set([...on].filter((one) => one !== name)) : new Set([...on, name])),
  };
}
