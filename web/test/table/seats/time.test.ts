import { expect, test } from "vitest";
import { clockText, isLow, reading, untilTick } from "../../../src/table/seats/time";

const NOW = 1_000_000;

test("a running clock shows what is left until its deadline", () => {
  const shown = reading({ deadline: NOW + 7_000, bank_ms: 60_000 }, { mode: "fischer" }, NOW);
  expect(shown).toMatchObject({ left_ms: 7_000, isRunning: true });
});

test("a clock past its deadline shows zero", () => {
  expect(reading({ deadline: NOW - 5 }, { mode: "simple" }, NOW)?.left_ms).toBe(0);
});

test("a stopped clock shows its bank", () => {
  expect(reading({ bank_ms: 90_000 }, { mode: "total" }, NOW)).toMatchObject({ left_ms: 90_000, isRunning: false });
});

test("a time per move is not shown between prompts", () => {
  expect(reading({}, { mode: "simple" }, NOW)).toBeNull();
});

test("a bank is used after the turn's own time", () => {
  const timer = { mode: "bank", turn_ms: 10_000 } as const;
  expect(reading({ bank_ms: 30_000, deadline: NOW + 34_000 }, timer, NOW)).toMatchObject({
    left_ms: 4_000,
    bank_ms: 30_000,
  });
  expect(reading({ bank_ms: 30_000, deadline: NOW + 29_000 }, timer, NOW)).toMatchObject({
    left_ms: 29_000,
    bank_ms: 0,
  });
});

test("byo-yomi is counted period by period after the main time", () => {
  const timer = { mode: "byoyomi", period_time_ms: 10_000 } as const;
  const at = (left: number) => reading({ bank_ms: 5_000, periods: 3, deadline: NOW + left }, timer, NOW);
  expect(at(34_000)).toMatchObject({ left_ms: 4_000, periods: 3 });
  expect(at(30_000)).toMatchObject({ left_ms: 10_000, periods: 3 });
  expect(at(12_000)).toMatchObject({ left_ms: 2_000, periods: 2 });
  expect(at(500)).toMatchObject({ left_ms: 500, periods: 1 });
});

test("time is low in the last ten seconds if no reserve is left", () => {
  const timer = { mode: "byoyomi", period_time_ms: 10_000 } as const;
  const low = (left: number) => isLow(reading({ periods: 2, deadline: NOW + left }, timer, NOW)!);
  expect(low(15_000)).toBe(false);
  expect(low(9_000)).toBe(true);
});

test("clock times are formatted as people write them", () => {
  expect(clockText(3_900_000, true)).toBe("1:05:00");
  expect(clockText(127_000, true)).toBe("2:07");
  expect(clockText(59_001, true)).toBe("1:00");
  expect(clockText(9_850, true)).toBe("9.9");
  expect(clockText(9_850, false)).toBe("0:10");
});

test("a clock updates when its text changes", () => {
  expect(untilTick(61_200)).toBe(200);
  expect(untilTick(9_950)).toBe(50);
  expect(untilTick(0)).toBe(Infinity);
});
