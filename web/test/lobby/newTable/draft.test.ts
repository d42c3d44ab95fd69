import { expect, test } from "vitest";
import type { TableForm } from "../../../src/lobby/newTable/draft";
import {
  firstDraft,
  levelFor,
  otherProblems,
  PERSON,
  problemAt,
  quickBody,
  shownPaths,
  tableBody,
  withExhibition,
} from "../../../src/lobby/newTable/draft";
import { INPUTS, MODES, NO_TIMER, PRESETS, presetOf, timerBody, timerWords } from "../../../src/lobby/newTable/timer";
import type { Problems } from "../../../src/lobby/newTable/values";
import type { GameShown } from "../../../src/wire";

const GAME: GameShown = {
  game_id: "race",
  rules_version: 1,
  display_name: "Race",
  description: "",
  category: "board",
  min_players: 2,
  max_players: 4,
  options: { type: "object", properties: { laps: { type: "integer", minimum: 1, maximum: 9, default: 3 } } },
  levels: { easy: "random", medium: "greedy", hard: "mcts" },
};

function body(changes: Partial<TableForm>): [unknown, Problems] {
  const problems: Problems = {};
  return [tableBody(GAME, { ...firstDraft(GAME), ...changes }, problems), problems];
}

const PLAIN = {
  game: "race",
  seats: 2,
  num_bots: 0,
  timer: { mode: "none" },
  private: false,
  seating: "random",
  start: "full",
  spectators: true,
  spectator_delay_ms: 0,
};

test("an untouched form opens a table of the least size, for people", () => {
  expect(body({})).toEqual([PLAIN, {}]);
});

test("bots are sent only for the seats that are played", () => {
  const others = ["hard", PERSON, "easy"];
  expect(body({ seats: 4, others })[0]).toEqual({ ...PLAIN, seats: 4, num_bots: 2, bots: ["hard", "easy"] });
  expect(body({ seats: 3, others })[0]).toEqual({ ...PLAIN, seats: 3, num_bots: 1, bots: ["hard"] });
});

test("options, delay and absence policy are sent under the server's names", () => {
  const [sent] = body({ options: { laps: "5" }, delay: "1.5", leaver: "wait", isPrivate: true, start: "ready" });
  expect(sent).toEqual({
    ...PLAIN,
    options: { laps: 5 },
    spectator_delay_ms: 1500,
    leaver: "wait",
    private: true,
    start: "ready",
  });
});

test("without spectators an invalid delay is no problem", () => {
  const { spectator_delay_ms: _, ...rest } = PLAIN;
  expect(body({ spectators: false, delay: "x" })).toEqual([{ ...rest, spectators: false }, {}]);
});

test("an exhibition has a model or a bot at each seat, a budget, and nothing about people", () => {
  const drawn = { ...firstDraft(GAME), ...withExhibition(firstDraft(GAME), ["llm:endpoint=a", "llm:endpoint=b"]) };
  expect(drawn.contestants).toEqual(["llm:endpoint=a", "llm:endpoint=b", "llm:endpoint=a", "llm:endpoint=b"]);
  const contestants = drawn.contestants.map((who, seat) => (seat === 1 ? "hard" : who));
  const { seating: _, start: __, spectators: ___, ...plain } = PLAIN;
  const [sent, problems] = body({ ...drawn, contestants, seats: 3, leaver: "wait", maxUsd: "0.5", maxCalls: "40" });
  const bots = ["llm:endpoint=a", "hard", "llm:endpoint=a"];
  expect(sent).toEqual({ ...plain, seats: 3, num_bots: 3, bots, exhibition: true, max_usd: 0.5, max_calls: 40 });
  expect(problems).toEqual({});
});

test("a budget may be left empty, but not be zero", () => {
  const models = withExhibition(firstDraft(GAME), ["llm"]);
  expect(body(models)[0]).not.toHaveProperty("max_usd");
  expect(Object.keys(body({ ...models, maxUsd: "0", maxCalls: "1.5" })[1])).toEqual(["max_usd", "max_calls"]);
  const paths = shownPaths(GAME, { ...firstDraft(GAME), ...models });
  expect(paths).toEqual(expect.arrayContaining(["bots", "max_usd", "max_calls", "spectator_delay_ms"]));
  expect(paths).not.toContain("player_name");
});

test("all problems are reported at once, under their paths", () => {
  const timer = { ...NO_TIMER, mode: "fischer" as const, base: "", increment: "-1" };
  const [, problems] = body({ options: { laps: "10" }, delay: "4000", timer });
  expect(Object.keys(problems).sort()).toEqual([
    "options.laps",
    "spectator_delay_ms",
    "timer.base_time_ms",
    "timer.increment_ms",
  ]);
});

test("quick play is one person and bots of the level, or of the game's middle one", () => {
  expect(quickBody(GAME, "hard")).toEqual({ game: "race", seats: 2, num_bots: 1, bots: ["hard"] });
  expect(levelFor(GAME, "brutal")).toBe("medium");
  expect(levelFor({ ...GAME, levels: {} }, "easy")).toBe("random");
  expect(quickBody({ ...GAME, min_players: 1 }, "easy")).toEqual({ game: "race", seats: 1, num_bots: 0 });
});

test("a problem inside a field is shown at the field, other problems above the form", () => {
  const problems = { "options.order[3]": "no such tile", game: "no such game" };
  expect(problemAt(problems, "options.order")).toBe("no such tile");
  expect(problemAt(problems, "options.ord")).toBeUndefined();
  expect(otherProblems(problems, ["options.order"])).toEqual(["no such game"]);
});

test.each(Object.keys(PRESETS))(
  "the preset %s is known again, has no problem, and fills in all its mode needs",
  (name) => {
    const draft = { ...NO_TIMER, ...PRESETS[name] };
    const problems: Problems = {};
    timerBody(draft, problems);
    expect(problems).toEqual({});
    expect(presetOf(draft)).toBe(name);
  },
);

test("only problems with a visible input are shown at the input", () => {
  const told = (changes: Partial<TableForm>) => shownPaths(GAME, { ...firstDraft(GAME), ...changes });
  expect(told({})).toEqual(
    expect.arrayContaining(["options.laps", "player_name", "seats", "private", "start", "seating"]),
  );
  expect(told({})).not.toContain("seat");
  expect(told({ seating: "chosen" })).toContain("seat");
  expect(told({})).toContain("spectator_delay_ms");
  expect(told({ spectators: false })).not.toContain("spectator_delay_ms");
  expect(told({ timer: { ...NO_TIMER, mode: "total" } })).toContain("timer.base_time_ms");
});

test("a timer sends only the parameters of its mode", () => {
  const sent = (mode: (typeof MODES)[number]) => Object.keys(timerBody({ ...NO_TIMER, mode }, {})).sort();
  for (const mode of MODES) expect(sent(mode).length).toBe(INPUTS[mode].length + (mode === "none" ? 1 : 2));
  expect(sent("byoyomi")).toEqual(["base_time_ms", "mode", "period_time_ms", "periods", "timeout_behavior"]);
});

test("base times are typed in minutes, move times in seconds", () => {
  expect(timerBody({ ...NO_TIMER, mode: "total", base: "2.5" }, {}).base_time_ms).toBe(150_000);
  expect(timerBody({ ...NO_TIMER, mode: "simple", move: "2.5" }, {}).base_time_ms).toBe(2500);
});

test("timers in words", () => {
  expect(timerWords({})).toBe("No timer");
  expect(timerWords({ mode: "fischer", base_time_ms: 300_000, increment_ms: 5000 })).toBe("5 min + 5 s per move");
  expect(timerWords({ mode: "fischer", base_time_ms: 5_400_000 })).toBe("1 h 30 min");
  expect(timerWords({ mode: "byoyomi", base_time_ms: 600_000, periods: 3, period_time_ms: 30_000 })).toBe(
    "10 min, then 3 × 30 s",
  );
  expect(timerWords({ mode: "simple", base_time_ms: 2500 })).toBe("2.5 s per move");
  expect(timerWords({ mode: "bank", turn_ms: 10_000, bank_ms: 60_000, round_bonus_ms: 5000 })).toBe(
    "10 s per move, 1 min in reserve, 5 s extra each round",
  );
});
