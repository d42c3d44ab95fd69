import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLine, waitBefore } from "../../src/net/socket";
import type { Line } from "../../src/net/socket";

/** A fake network that the test controls. */
class Wire {
  static OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly address: string) {
    Wire.all.push(this);
  }

  send(frame: string): void {
    this.sent.push((JSON.parse(frame) as { type: string }).type);
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "why" });
  }
}

const newest = (): Wire => Wire.all.at(-1)!;
let statuses: string[] = [];
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  Wire.all = [];
  statuses = [];
  line = openLine("ws://here/ws/m", {
    greet: () => ({ type: "watch" }),
    received: () => undefined,
    changed: (status, ending) => statuses.push(ending ? `${status} ${ending.code}` : status),
  });
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the greeting is sent first on every connection", () => {
  newest().accept();
  expect(newest().sent).toEqual(["watch"]);
  newest().cut();
  vi.advanceTimersByTime(1_000);
  expect(Wire.all).toHaveLength(2);
  newest().accept();
  expect(newest().sent).toEqual(["watch"]);
});

test("waiting times grow, are random and are limited", () => {
  expect(waitBefore(0, 0)).toBe(250);
  expect(waitBefore(0, 1)).toBe(500);
  expect(waitBefore(3, 1)).toBe(4_000);
  expect(waitBefore(30, 1)).toBe(15_000);
});

test("a ping is sent every 25 seconds, even while messages arrive", () => {
  newest().accept();
  for (let second = 0; second < 51; second++) {
    newest().say({ type: "pong", now: 1 });
    vi.advanceTimersByTime(1_000);
  }
  expect(newest().sent).toEqual(["watch", "ping", "ping"]);
});

test("an unanswered ping ends the connection and opens another", () => {
  newest().accept();
  newest().say({ type: "pong", now: 1 });
  vi.advanceTimersByTime(25_000 + 10_000);
  expect(statuses.at(-1)).toBe("lost");
  vi.advanceTimersByTime(600);
  expect(Wire.all).toHaveLength(2);
});

test("an unanswered greeting ends the connection", () => {
  newest().accept();
  vi.advanceTimersByTime(10_000);
  expect(statuses.at(-1)).toBe("lost");
});

test("an unanswered handshake is repeated", () => {
  vi.advanceTimersByTime(10_000 + 600);
  expect(Wire.all).toHaveLength(2);
});

test.each([1008, 4003])("after close code %i it stays closed and reports it", (code) => {
  newest().accept();
  newest().cut(code);
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(statuses.at(-1)).toBe(`ended ${code}`);
});

test.each([1001, 1006, 1012, 1013, 4001, 4002])("after close code %i it reconnects", (code) => {
  newest().accept();
  newest().cut(code);
  vi.advanceTimersByTime(600);
  expect(Wire.all).toHaveLength(2);
});

test("a manual retry reconnects at once, and pings an open connection", () => {
  newest().accept();
  line.retry();
  expect(newest().sent).toEqual(["watch", "ping"]);
  newest().cut();
  line.retry();
  expect(Wire.all).toHaveLength(2);
});

test("late messages of an abandoned connection are ignored", () => {
  newest().accept();
  const old = newest();
  vi.advanceTimersByTime(36_000);
  old.cut(4003);
  expect(statuses).not.toContain("ended 4003");
});

test("a connection that this side closed stays closed", () => {
  newest().accept();
  line.close();
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
});
