// Hotkeys of the page; they do not work while the user types.
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import type { ShownOffer } from "../../wire";
import type { TapChoice } from "./choice";

/** Hotkeys of offers, Shift and Enter to confirm, Escape or Backspace to undo. */
export function useKeys(choice: TapChoice): void {
  const latest = useRef(choice);
  useEffect(() => {
    latest.current = choice;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (isDone(latest.current, event)) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isDone(choice: TapChoice, event: KeyboardEvent): boolean {
  if (!choice.isOpen || document.querySelector("dialog[open]")) return false;
  if (event.key === "Enter" && event.shiftKey && choice.ready !== null) choice.confirm();
  else if ((event.key === "Escape" || event.key === "Backspace") && choice.canUndo) choice.undo();
  else return byHotkey(choice, event.key);
  return true;
}

function byHotkey(choice: TapChoice, key: string): boolean {
  const wanted = key.toLowerCase();
  const offer = choice.offers.findIndex((one) => !one.is_family && one.hotkey?.toLowerCase() === wanted);
  if (offer < 0) return false;
  const first = sharedStart(choice.offers, offer);
  if (first === null) choice.pick(offer);
  else choice.interaction?.tap(first);
  return true;
}

/** The first id of an offer if other offers start with it, too: then the player still has to choose. */
export function sharedStart(offers: readonly ShownOffer[], offer: number): string | null {
  const firstOf = (one: ShownOffer | undefined): string | null => {
    const [step, ...others] = one?.steps ?? [];
    return step?.ids.length === 1 && others.length > 0 ? (step.ids[0] ?? null) : null;
  };
  const first = firstOf(offers[offer]);
  return first !== null && offers.filter((one) => firstOf(one) === first).length > 1 ? first : null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null
  );
}

/**
 * If the focused element disappears, moves the focus to the next target in this area, or to `rest` until there is one.
 */
export function useRetainedFocus(area: RefObject<HTMLElement | null>, next: string, rest: string): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const look = (event: Event): void => {
      wasInside.current = event.target instanceof Node && (area.current?.contains(event.target) ?? false);
    };
    document.addEventListener("focusin", look);
    document.addEventListener("pointerdown", look);
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("pointerdown", look);
    };
  }, [area]);
  useEffect(() => {
    const own = area.current;
    const now = document.activeElement;
    if (!own || !wasInside.current || (now !== document.body && !now?.matches(rest))) return;
    const to = own.querySelector<HTMLElement>(next) ?? own.querySelector<HTMLElement>(rest);
    if (to !== now) to?.focus({ preventScroll: true });
  });
}
