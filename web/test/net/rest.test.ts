import { afterEach, expect, test, vi } from "vitest";
import { rest, RestFault } from "../../src/net/rest";

const answering = (body: string, status = 200): void => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
};

afterEach(() => vi.unstubAllGlobals());

test("an answer is what its body says", async () => {
  answering('{"games": []}');
  expect(await rest.get("/api/games")).toEqual({ games: [] });
});

test("a body that breaks off is a fault, not an answer", async () => {
  answering('{"games": [');
  await expect(rest.get("/api/games")).rejects.toBeInstanceOf(RestFault);
});

test("a refusal is told in the server's words", async () => {
  answering('{"code": "game_full", "message": "No seat is left"}', 409);
  await expect(rest.post("/api/matches/m/join", {})).rejects.toMatchObject({
    code: "game_full",
    message: "No seat is left.",
  });
});
