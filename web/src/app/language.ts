// Which language the page speaks: the one that was chosen, or the browser's; English where it has to be loaded in vain.
import { rest } from "../net/rest";
import { speakBy } from "../texts/house";
import type { TextsShown } from "../wire";
import { settings } from "./settings";
import { createStore, useStore } from "./store";

const spoken = createStore("en");

/** What is said changes with this. */
export const useLanguage = (): string => useStore(spoken);

export async function speak(): Promise<void> {
  const chosen = settings.get().lang;
  const lang = chosen === "auto" ? (navigator.language ?? "en") : chosen;
  speakBy(lang, isBuiltIn(lang) ? {} : await textsIn(lang));
  document.documentElement.lang = lang;
  spoken.set(lang);
}

/** Every English but the one in brackets, in which one sees what no catalogue has. */
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

/** The languages that the server has. */
export async function languages(): Promise<readonly string[]> {
  return (await rest.get<TextsShown>("/api/texts")).languages;
}

/** Speak as the settings say, now and whenever they change. */
export function followLanguage(): Promise<void> {
  let before = settings.get().lang;
  settings.subscribe(() => {
    if (settings.get().lang === before) return;
    before = settings.get().lang;
    void speak();
  });
  return speak();
}
