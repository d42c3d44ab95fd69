import { expect, test } from "vitest";
import { forgetSeat, storeSeat, storedSeat, readSeat, seatedMatches, seatToken } from "../../src/net/tokens";

test("a taken seat is stored until it is removed", () => {
  storeSeat("m1", { token: "secret", player_id: "p1" }, 5);
  expect(storedSeat("m1")).toEqual({ token: "secret", player_id: "p1", at: 5 });
  expect(seatToken("m1")).toBe("secret");
  expect(seatToken("m2")).toBeNull();
  forgetSeat("m1");
  expect(seatToken("m1")).toBeNull();
});

test("own matches are sorted newest first", () => {
  storeSeat("old", { token: "a", player_id: "p0" }, 1);
  storeSeat("new", { token: "b", player_id: "p0" }, 3);
  storeSeat("middle", { token: "c", player_id: "p0" }, 2);
  expect(seatedMatches()).toEqual(["new", "middle", "old"]);
});

test.each(["", "{", "3", '{"token": 3, "player_id": "p0"}', '{"token": "a"}'])("%s is no seat", (text) => {
  expect(readSeat(text)).toBeNull();
});
