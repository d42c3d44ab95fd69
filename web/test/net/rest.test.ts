import { afterEach, expect, test, vi } from "vitest";
import { rest, RestFault } from "../../src/net/rest";

const answering = (body: string, status = 200): void => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
};

afterEach(() => vi.unstubAllGlobals());

test("a response returns its body", async () => {
  answering('{"games": []}');
  expect(await rest.get("/api/games")).toEqual({ games: [] });
});

test("an incomplete body is a fault", async () => {
  answering('{"games": [');
  await expect(rest.get("/api/games")).rejects.toBeInstanceOf(RestFault);
});

test("a refusal has the server's text", async () => {
  answering('{"code": "game_full", "message": "No seat is left"}', 409);
  await expect(rest.post("/api/matches/m/join", {})).rejects.toMatchObject({
    code: "game_full",
    message: "No seat is left.",
  });
});
