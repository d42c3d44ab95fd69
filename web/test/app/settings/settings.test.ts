import { expect, test } from "vitest";
import { readStored } from "../../../src/app/browserStorage";
import { changeSettings, KEY, readSettings, settings, USUAL } from "../../../src/app/settings/settings";
import { createStore } from "../../../src/app/store";

test("without stored settings the defaults apply", () => {
  expect(readSettings(null)).toEqual(USUAL);
});

test.each(["", "no json", "null", "3", '"text"', "[1]"])("what cannot be read (%s) is as usual", (text) => {
  expect(readSettings(text)).toEqual(USUAL);
});

test("one invalid value does not affect the others", () => {
  const kept = JSON.stringify({ name: "Ada", theme: "purple", deck: "four", sounds: "yes", motion: "none" });
  expect(readSettings(kept)).toEqual({ ...USUAL, name: "Ada", deck: "four", motion: "none" });
});

test("a change notifies subscribers and is stored", () => {
  const seen: string[] = [];
  const stop = settings.subscribe(() => seen.push(settings.get().name));
  changeSettings({ name: "Grace" });
  stop();
  changeSettings({ theme: "dark" });
  expect(seen).toEqual(["Grace"]);
  expect(readSettings(readStored(KEY))).toEqual({ ...USUAL, name: "Grace", theme: "dark" });
});

test("setting a store to its present value notifies nobody", () => {
  const store = createStore(1);
  let told = 0;
  store.subscribe(() => (told += 1));
  store.set(1);
  store.set(2);
  expect(told).toBe(1);
});
