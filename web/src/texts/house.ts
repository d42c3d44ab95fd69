// The house's own words: the engine's, the server's and the page's. English is built in, other languages are loaded.
import english from "../../../src/gamenight/texts/en.ftl?raw";
import type { Texts } from "../scene";
import { fluentTexts, type Source } from "./fluent";

const ENGLISH: Source = ["en", english];

let spoken = { lang: "en", sources: [ENGLISH], texts: fluentTexts([ENGLISH], "en") };

/** By whatever language is spoken when something is said. */
export const houseTexts: Texts = {
  has: (key) => spoken.texts.has(key),
  tell: (words) => spoken.texts.tell(words),
};

export const languageSpoken = (): string => spoken.lang;

/** The house's catalogues, the best first. */
export const houseSources = (): readonly Source[] => spoken.sources;

/** From now on everything is said in this language, and in English where these catalogues lack something. */
export function speakBy(lang: string, texts: Readonly<Record<string, string>>): void {
  const sources = [...Object.entries(texts).filter(([own]) => own !== "en"), ENGLISH];
  spoken = { lang, sources, texts: fluentTexts(sources, lang) };
}
