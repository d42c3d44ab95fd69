// Stages are moments that are shown for a while. Later messages wait here in order, and none is lost.
import type { ServerMessage } from "../../wire";

/** Messages about the course of the match. All others, such as chat, may pass during a stage. */
const MATCH_MESSAGES: ReadonlySet<ServerMessage["type"]> = new Set([
  "state_update",
  "action_required",
  "players_committed",
  "timer_update",
  "game_over",
] satisfies ServerMessage["type"][]);
/** If the waiting stages last longer than this, they are shown quickly. */
const BEHIND_MS = 15_000;
const QUICK_MS = 300;

export interface Stages {
  receive: (message: ServerMessage) => void;
  /** End the current stage now. */
  skip: () => void;
  /** Drop the waiting messages, because the server will resend the match. */
  clear: () => void;
  /** Drop the waiting messages and stop, because the page is closed. */
  close: () => void;
}

export function createStages(take: (message: ServerMessage) => void): Stages {
  let waiting: ServerMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function receive(message: ServerMessage): void {
    if (timer !== undefined && MATCH_MESSAGES.has(message.type)) waiting.push(message);
    else show(message);
  }

  function show(message: ServerMessage): void {
    // Start the timer first, because a listener may skip the stage at once.
    const shown = message.type === "state_update" ? (message.shown_ms ?? 0) : 0;
    // A hidden page shows no stages, and its timers are late.
    if (shown > 0 && !document.hidden) timer = setTimeout(endStage, Math.min(shown, isBehind() ? QUICK_MS : Infinity));
    take(message);
  }

  function isBehind(): boolean {
    return (
      waiting.reduce((sum, message) => sum + (message.type === "state_update" ? (message.shown_ms ?? 0) : 0), 0) >
      BEHIND_MS
    );
  }

  function endStage(): void {
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
    if (document.hidden) endStage();
  };
  document.addEventListener("visibilitychange", look);
  return {
    receive,
    skip: endStage,
    clear,
    close: () => {
      clear();
      document.removeEventListener("visibilitychange", look);
    },
  };
}
