// Ends a stage early with a tap on the scene or a key. The same tap must not answer the next prompt.
import { useEffect } from "react";
import type { RefObject } from "react";

const KEYS: ReadonlySet<string> = new Set(["Enter", " ", "Escape"]);
/** Ignore the second click of a double click, which could hit something new. */
const IGNORE_CLICKS_MS = 400;
const BUSY = "button, a, input, textarea, select, summary, dialog, [contenteditable]";

export function useSkipStage(area: RefObject<HTMLElement | null>, isStage: boolean, skip: () => void): void {
  useEffect(() => {
    const own = area.current;
    if (!isStage || !own) return;
    const tap = (): void => {
      ignoreClicks(own);
      skip();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || !KEYS.has(event.key) || isBusy(event.target)) return;
      event.preventDefault();
      skip();
    };
    own.addEventListener("click", tap);
    document.addEventListener("keydown", press);
    return () => {
      own.removeEventListener("click", tap);
      document.removeEventListener("keydown", press);
    };
  }, [area, isStage, skip]);
}

const isBusy = (target: EventTarget | null): boolean => target instanceof Element && target.closest(BUSY) !== null;

function ignoreClicks(area: HTMLElement): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  area.addEventListener("click", swallow, true);
  setTimeout(() => area.removeEventListener("click", swallow, true), IGNORE_CLICKS_MS);
}
