// The language of the page: the chosen one or the browser's, and English if its texts cannot be loaded.
import { rest } from "../../net/rest";
import { speakBy } from "../../texts/house";
import type { TextsShown } from "../../wire";
import { settings } from "./settings";
import { createStore, useStore } from "../store";

const spoken = createStore("en");

/** Components that use this render again when the language changes. */
export const useLanguage = (): string => useStore(spoken);

export async function speak(): Promise<void> {
  const chosen = settings.get().lang;
  const lang = chosen === "auto" ? (navigator.language ?? "en") : chosen;
  speakBy(lang, isBuiltIn(lang) ? {} : await textsIn(lang));
  document.documentElement.lang = lang;
  spoken.set(lang);
}

/** All variants of English except the pseudo language `en-XA`, which marks texts of the catalogue with brackets. */
function isBuiltIn(lang: string): boolean {
  return /^en(-(?!XA\b)|$)/.test(lang);
}

async function textsIn(lang: string): Promise<Record<string, string>> {
  try {
    return (await rest.get<TextsShown>(`/api/texts?lang=${encodeURIComponent(lang)}`)).texts;
  } catch {
    return {};
  }
}

/** The languages that the server offers. */
export async function languages(): Promise<readonly string[]> {
  return (await rest.get<TextsShown>("/api/texts")).languages;
}

/** Apply the language setting now and whenever it changes. */
export function followLanguage(): Promise<void> {
  let before = settings.get().lang;
  settings.subscribe(() => {
    if (settings.get().lang === before) return;
    before = settings.get().lang;
    void speak();
  });
  return speak();
}
