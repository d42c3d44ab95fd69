import { expect, test } from "vitest";
import { unlistedSeats } from "../../../src/lobby/tables/ownTables";
import { filterOf, matchesFilter, listPath, pathOf } from "../../../src/lobby/history/pastMatches";
import { outcomeWords, ownOutcome, peopleWords, tableWords } from "../../../src/lobby/tables/tables";
import { tablesAfter } from "../../../src/net/lobby";
import { freeSeats } from "../../../src/net/table";
import type { GameStatus, TableShown } from "../../../src/wire";

function table(id: string, more: Partial<TableShown> = {}): TableShown {
  return {
    match_id: id,
    game_id: "race",
    status: "waiting",
    seats: [{ player_id: "p0", name: "Ada" }, { player_id: "p1" }, { player_id: "p2" }],
    created_at: 1,
    table: { num_bots: 1, bots: ["hard"] },
    ...more,
  };
}

const ids = (tables: readonly TableShown[]) => tables.map((one) => one.match_id);

test("seats that bots will take are not free", () => {
  expect(freeSeats(table("m"))).toBe(1);
  expect(freeSeats(table("m", { table: { num_bots: 2 } }))).toBe(0);
  expect(freeSeats(table("m", { status: "active" }))).toBe(0);
});

test("a waiting table lists players and free seats; a match lists its players", () => {
  expect(peopleWords(table("m"))).toBe("Ada · 1 seat free · 1 bot (Hard)");
  const seats = [
    { player_id: "p0", name: "Ada" },
    { player_id: "p1", name: "Bot (hard)", is_bot: true },
  ];
  expect(peopleWords(table("m", { status: "active", seats }))).toBe("Ada · Bot (hard)");
});

test("a table says which players are models, and who hosts them", () => {
  const seats = [
    { player_id: "p0", name: "Ada" },
    { player_id: "p1", name: "qwen", is_bot: true, model: "qwen", stand_in: true },
    { player_id: "p2", name: "Bruno", model: "llama", sponsor: "p0" },
  ];
  expect(peopleWords(table("m", { status: "active", seats }))).toBe(
    "Ada · qwen (language model, a bot plays for it) · Bruno (language model llama, hosted by Ada)",
  );
});

test("models that will join are listed by name", () => {
  const bots = ["hard", "llm:endpoint=local,model=qwen3:8b,mode=free"];
  expect(peopleWords(table("m", { table: { num_bots: 2, bots } }))).toBe("Ada · 2 bots (Hard, qwen3:8b)");
  expect(peopleWords(table("m", { table: { num_bots: 1, bots: ["llm:endpoint=local"] } }))).toBe(
    "Ada · 1 seat free · 1 bot (local)",
  );
});

test("a table says that only models play there, and that one does not answer", () => {
  const seats = [{ player_id: "p0", name: "qwen", is_bot: true, model: "qwen", stuck: "budget" as const }];
  const shown = table("m", { status: "active", seats, table: { exhibition: true } });
  expect(tableWords(shown, undefined)).toEqual(["Only models play", "A model does not answer"]);
});

test("the text of a table has its timer and how it starts", () => {
  const settings = { timer: { mode: "simple", base_time_ms: 30_000 }, start: "ready" };
  expect(tableWords(table("m", { table: settings }), undefined)).toEqual([
    "30 s per move",
    "Starts when all are ready",
  ]);
  expect(tableWords(table("m", { table: {} }), undefined)).toEqual([]);
});

test("the lobby's list follows changes and drops closed and finished tables", () => {
  let tables = tablesAfter([], {
    type: "tables",
    tables: [table("a", { created_at: 1 }), table("b", { created_at: 2 })],
  });
  expect(ids(tables)).toEqual(["b", "a"]);
  tables = tablesAfter(tables, { type: "table", table: table("c", { created_at: 3 }) });
  tables = tablesAfter(tables, { type: "table", table: table("a", { created_at: 1, status: "active" }) });
  expect(ids(tables)).toEqual(["c", "b", "a"]);
  expect(tables[2]?.status).toBe("active");
  tables = tablesAfter(tables, { type: "table_gone", match_id: "b" });
  tables = tablesAfter(tables, { type: "table", table: table("a", { status: "finished" }) });
  expect(ids(tables)).toEqual(["c"]);
  expect(tablesAfter(tables, { type: "pong", now: 0 })).toBe(tables);
});

test("only own seats without a listed table are requested, newest first, up to a limit", () => {
  expect(unlistedSeats([table("b")], ["c", "b", "a"])).toEqual(["c", "a"]);
  const many = Array.from({ length: 100 }, (_, number) => `m${number}`);
  expect(unlistedSeats([table("m0")], many)).toEqual(many.slice(1, 26));
});

const over = (ranking: string[][][], status: GameStatus = "finished") =>
  table("m", {
    status,
    seats: ["Ada", "Bob", "Eve"].map((name, index) => ({ player_id: `p${index}`, name })),
    result: { ranking },
  });

test("how a match ended, in words", () => {
  expect(outcomeWords(over([[["p1"]], [["p0"], ["p2"]]]))).toBe("Bob won");
  expect(outcomeWords(over([[["p0"], ["p2"]], [["p1"]]]))).toBe("Ada and Eve share the first place");
  expect(outcomeWords(over([[["p0"], ["p1"], ["p2"]]]))).toBe("A draw");
  expect(outcomeWords(over([], "abandoned"))).toBe("Abandoned");
  expect(outcomeWords(over([], "error"))).toBe("Stopped by an error");
});

test("how a match ended for one player", () => {
  expect(ownOutcome(over([[["p1"]], [["p0"]], [["p2"]]]), "p1")).toBe("won");
  expect(ownOutcome(over([[["p1"]], [["p0"]], [["p2"]]]), "p2")).toBe("lost");
  expect(ownOutcome(over([[["p0"], ["p1"], ["p2"]]]), "p0")).toBe("drew");
  expect(ownOutcome(over([[["p0"], ["p1"]], [["p2"]]]), "p0")).toBe("won");
  expect(ownOutcome(over([]), "p0")).toBeNull();
});

test("the history's filter survives its address", () => {
  for (const filter of [
    { game: "", status: "", isOwn: false },
    { game: "race", status: "finished", isOwn: true },
  ] as const) {
    expect(filterOf(new URLSearchParams(pathOf(filter).split("?")[1] ?? ""))).toEqual(filter);
  }
  expect(filterOf(new URLSearchParams("status=active&own=x"))).toEqual({ game: "", status: "", isOwn: false });
});

test("only finished matches are requested, page after page", () => {
  const asked = listPath({ game: "race", status: "", isOwn: false }, "m9");
  const query = new URLSearchParams(asked.split("?")[1]);
  expect(query.getAll("status")).toEqual(["finished", "abandoned", "error"]);
  expect([query.get("game"), query.get("after")]).toEqual(["race", "m9"]);
});

test("own matches are filtered as the server filters the others", () => {
  expect(matchesFilter(over([[["p0"]]]), { game: "race", status: "finished", isOwn: true })).toBe(true);
  expect(matchesFilter(over([[["p0"]]]), { game: "chess", status: "", isOwn: true })).toBe(false);
  expect(matchesFilter(table("m"), { game: "", status: "", isOwn: true })).toBe(false);
});

test("all members of a team have won", () => {
  const team = over([[["p0", "p2"]], [["p1"]]]);
  expect(outcomeWords(team)).toBe("Ada and Eve won");
  expect(ownOutcome(team, "p2")).toBe("won");
  expect(ownOutcome(over([[["p0", "p2"], ["p1"]]]), "p2")).toBe("drew");
});
