// Stages: a moment that is shown for a while. What the server says after it waits here, in order, and nothing is lost.
import type { ServerMessage } from "../wire";

/** What tells how the match goes on; everything else, such as chat, may come in between. */
const GOING_ON: ReadonlySet<ServerMessage["type"]> = new Set([
  "state_update",
  "action_required",
  "players_committed",
  "timer_update",
  "game_over",
] satisfies ServerMessage["type"][]);
/** A page that is further behind than this shows the rest quickly. */
const FAR_MS = 15_000;
const QUICK_MS = 300;

export interface Stages {
  hear: (message: ServerMessage) => void;
  /** Show the rest of a stage no longer. */
  skip: () => void;
  /** Forget what waits: the match will be told anew. */
  clear: () => void;
  /** The page is closed; forget what waits. */
  close: () => void;
}

export function createStages(take: (message: ServerMessage) => void): Stages {
  let waiting: ServerMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hear(message: ServerMessage): void {
    if (timer !== undefined && GOING_ON.has(message.type)) waiting.push(message);
    else show(message);
  }

  function show(message: ServerMessage): void {
    // Before it is taken: whoever hears of it may already want to go on.
    const shown = message.type === "state_update" ? (message.shown_ms ?? 0) : 0;
    // Nobody looks at a page that is hidden, and its timers are late.
    if (shown > 0 && !document.hidden) timer = setTimeout(goOn, Math.min(shown, isFar() ? QUICK_MS : Infinity));
    take(message);
  }

  function isFar(): boolean {
    return (
      waiting.reduce((sum, message) => sum + (message.type === "state_update" ? (message.shown_ms ?? 0) : 0), 0) >
      FAR_MS
    );
  }

  function goOn(): void {
    clearTimeout(timer);
    timer = undefined;
    while (timer === undefined && waiting.length > 0) {
      const [next, ...later] = waiting;
      waiting = later;
      if (next) show(next);
    }
  }

  function clear(): void {
    waiting = [];
    clearTimeout(timer);
    timer = undefined;
  }

  const look = (): void => {
    if (document.hidden) goOn();
  };
  document.addEventListener("visibilitychange", look);
  return {
    hear,
    skip: goOn,
    clear,
    close: () => {
      clear();
      document.removeEventListener("visibilitychange", look);
    },
  };
}
