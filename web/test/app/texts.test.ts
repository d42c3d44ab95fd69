// Every key that the page uses is in the built-in catalogue.
import { expect, test } from "vitest";
import { houseTexts, languageSpoken, speakBy } from "../../src/texts/house";
import { t } from "../../src/texts/t";

const SOURCES: Record<string, string> = import.meta.glob("../../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("every key in the code is in the catalogue", () => {
  const said = Object.values(SOURCES).flatMap((text) =>
    [...text.matchAll(/\bt\(\s*"([\w-]+)"/g)].map((found) => found[1] ?? ""),
  );
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((key) => !houseTexts.has(key))).toEqual([]);
});

test("missing texts of another language are in English", () => {
  speakBy("de", { de: "app-retry = Noch einmal", en: "app-retry = Not this one" });
  expect([t("app-retry"), t("app-close"), languageSpoken()]).toEqual(["Noch einmal", "Close", "de"]);
  expect(t("table-turn-wait", { names: ["Ada", "Bo"] })).toBe("Waiting for Ada und Bo.");
  speakBy("en", {});
  expect([t("app-retry"), t("table-turn-wait", { names: ["Ada", "Bo"] })]).toEqual([
    "Try again",
    "Waiting for Ada and Bo.",
  ]);
});
