// The built-in texts of the engine, the server and the page. English is bundled; other languages are loaded.
import english from "../../../src/gamenight/texts/en.ftl?raw";
import type { Texts } from "../scene";
import { fluentTexts, type Source } from "./fluent";

const ENGLISH: Source = ["en", english];

let spoken = { lang: "en", sources: [ENGLISH], texts: fluentTexts([ENGLISH], "en") };

/** Translates into the current language. */
export const houseTexts: Texts = {
  has: (key) => spoken.texts.has(key),
  tell: (words) => spoken.texts.tell(words),
};

export const languageSpoken = (): string => spoken.lang;

/** The built-in catalogues, the best first. */
export const houseSources = (): readonly Source[] => spoken.sources;

/** Switch to this language; texts that it lacks are in English. */
export function speakBy(lang: string, texts: Readonly<Record<string, string>>): void {
  const sources = [...Object.entries(texts).filter(([own]) => own !== "en"), ENGLISH];
  spoken = { lang, sources, texts: fluentTexts(sources, lang) };
}
