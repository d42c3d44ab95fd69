// A socket that reconnects by itself. It manages only the connection, not the meaning of messages.
import type { ClientMessage, ServerMessage } from "../wire";

export type LineStatus = "connecting" | "open" | "lost" | "ended";

export interface Ending {
  code: number;
  reason: string;
}

export interface Listener {
  /** The first message after every connect. */
  greet?: () => ClientMessage;
  received: (message: ServerMessage) => void;
  /** With `ended` the socket does not reconnect; `ending` says why. */
  changed: (status: LineStatus, ending?: Ending) => void;
}

export interface Line {
  /** Send now if the socket is open. The caller must resend messages that must not be lost. */
  send: (message: ClientMessage) => void;
  close: () => void;
  /** Reconnect now. */
  retry: () => void;
}

const PING_MS = 25_000;
/** Without an answer to a ping for this long, the connection counts as lost. */
const PATIENCE_MS = 10_000;
/** The same limit when the connection is in doubt: the device slept, or its network changed. */
const DOUBT_MS = 3_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** Invalid frames, or the seat was left on another page: a reconnect would end the same way. */
const FINAL_CODES = new Set([1008, 4003]);

/** How long to wait before this attempt, counted from 0. It is random, so that pages do not all reconnect at once. */
export function waitBefore(attempt: number, chance: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + chance / 2);
}

export const isFinal = (code: number): boolean => FINAL_CODES.has(code);

/** The socket address of a match or of the `lobby`. */
export function socketAddress(matchId: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/ws/${encodeURIComponent(matchId)}`;
}

export function openLine(address: string, listener: Listener): Line {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let isEnded = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(retry);
    listener.changed("connecting");
    const own = new WebSocket(address);
    socket = own;
    watch(PATIENCE_MS);
    own.onopen = () => {
      listener.changed("open");
      if (listener.greet) own.send(JSON.stringify(listener.greet()));
      // Ping at fixed intervals, even while messages arrive: the server closes a socket that sends nothing.
      beat = setInterval(() => ping(PATIENCE_MS), PING_MS);
    };
    own.onmessage = (event) => receive(String(event.data));
    own.onclose = (event) => disconnected(event);
  }

  function receive(frame: string): void {
    const message = JSON.parse(frame) as ServerMessage;
    // A server in trouble may send only an error before it closes, so an error does not reset the waiting time.
    if (message.type !== "error") attempt = 0;
    clearTimeout(watchdog);
    listener.received(message);
  }

  function ping(patience: number): void {
    send({ type: "ping" });
    watch(patience);
  }

  function watch(patience: number): void {
    clearTimeout(watchdog);
    // Without a network the close handshake never ends, so drop the socket without waiting for it.
    watchdog = setTimeout(() => disconnected({ code: 1006, reason: "" }), patience);
  }

  function disconnected({ code, reason }: Ending): void {
    release();
    if (isEnded) return;
    if (isFinal(code)) {
      end();
      listener.changed("ended", { code, reason });
      return;
    }
    listener.changed("lost");
    clearTimeout(retry);
    retry = setTimeout(connect, waitBefore(attempt++, Math.random()));
  }

  function release(): void {
    clearInterval(beat);
    clearTimeout(watchdog);
    const own = socket;
    socket = null;
    if (!own) return;
    own.onopen = own.onmessage = own.onclose = null;
    own.close();
  }

  function end(): void {
    isEnded = true;
    clearTimeout(retry);
    forgetWorld();
  }

  function retryNow(): void {
    if (isEnded) return;
    if (socket?.readyState === WebSocket.OPEN) ping(DOUBT_MS);
    else if (!socket) connect();
  }

  const onVisible = (): void => {
    if (document.visibilityState === "visible") retryNow();
  };

  function heedWorld(): void {
    globalThis.addEventListener?.("online", retryNow);
    globalThis.addEventListener?.("offline", retryNow);
    globalThis.addEventListener?.("pageshow", retryNow);
    globalThis.document?.addEventListener("visibilitychange", onVisible);
  }

  function forgetWorld(): void {
    globalThis.removeEventListener?.("online", retryNow);
    globalThis.removeEventListener?.("offline", retryNow);
    globalThis.removeEventListener?.("pageshow", retryNow);
    globalThis.document?.removeEventListener("visibilitychange", onVisible);
  }

  function send(message: ClientMessage): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  heedWorld();
  connect();
  return {
    send,
    retry: retryNow,
    close: () => {
      end();
      release();
    },
  };
}
