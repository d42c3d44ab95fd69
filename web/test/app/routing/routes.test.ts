import { expect, test } from "vitest";
import { gamePath, playPath, replayPath, routeOf } from "../../../src/app/routing/routes";

test("every page has its address", () => {
  expect(routeOf("/")).toEqual({ page: "lobby" });
  expect(routeOf("/history")).toEqual({ page: "history" });
  expect(routeOf("/games/chess")).toEqual({ page: "game", slug: "chess" });
  expect(routeOf("/play/DiZf-_2")).toEqual({ page: "play", matchId: "DiZf-_2" });
  expect(routeOf("/replay/DiZf-_2")).toEqual({ page: "replay", matchId: "DiZf-_2" });
});

test("a slash at the end is ignored", () => {
  expect(routeOf("/history/")).toEqual({ page: "history" });
});

test.each(["/play", "/play/a/b", "/nothing", "/history/2", "/games"])("%s is not a page", (path) => {
  expect(routeOf(path)).toEqual({ page: "missing" });
});

test("every generated address leads back to its page", () => {
  const strange = "a/b c?#%";
  expect(routeOf(gamePath(strange))).toEqual({ page: "game", slug: strange });
  expect(routeOf(playPath(strange))).toEqual({ page: "play", matchId: strange });
  expect(routeOf(replayPath(strange))).toEqual({ page: "replay", matchId: strange });
});

test("an address with an invalid escape is used unchanged", () => {
  expect(routeOf("/play/%E0%A4%A")).toEqual({ page: "play", matchId: "%E0%A4%A" });
});
