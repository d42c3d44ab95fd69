// The player's settings for all tables, stored in the browser and shared by its tabs.
import { readStored, writeStored } from "../browserStorage";
import { createStore, useStore } from "../store";

export interface Settings {
  name: string;
  /** A language code, or `auto` for the browser's language. */
  lang: string;
  theme: "auto" | "light" | "dark";
  sounds: boolean;
  deck: "two" | "four";
  motion: "auto" | "none";
  /** The last bot level that was chosen. */
  level: string;
}

export const KEY = "gamenight.settings";
export const USUAL: Settings = {
  name: "",
  lang: "auto",
  theme: "auto",
  sounds: true,
  deck: "two",
  motion: "auto",
  level: "medium",
};

const LANGUAGE = /^[a-z]{2,4}(-[A-Za-z0-9]{2,8})*$/;
const CHOICES = { theme: ["auto", "light", "dark"], deck: ["two", "four"], motion: ["auto", "none"] } as const;

/** Settings from stored text; values that are missing or invalid get their defaults. */
export function readSettings(text: string | null): Settings {
  const given = parsed(text);
  return {
    name: typeof given["name"] === "string" ? given["name"] : USUAL.name,
    lang: typeof given["lang"] === "string" && LANGUAGE.test(given["lang"]) ? given["lang"] : USUAL.lang,
    theme: CHOICES.theme.find((choice) => choice === given["theme"]) ?? USUAL.theme,
    sounds: typeof given["sounds"] === "boolean" ? given["sounds"] : USUAL.sounds,
    deck: CHOICES.deck.find((choice) => choice === given["deck"]) ?? USUAL.deck,
    motion: CHOICES.motion.find((choice) => choice === given["motion"]) ?? USUAL.motion,
    level: typeof given["level"] === "string" ? given["level"] : USUAL.level,
  };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export const settings = createStore<Settings>(readSettings(readStored(KEY)));

export function changeSettings(change: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...change });
  writeStored(KEY, JSON.stringify(settings.get()));
}

export function useSettings(): Settings {
  return useStore(settings);
}

/** Apply changes that were made in other tabs. */
export function followOtherTabs(): void {
  addEventListener("storage", (event) => {
    if (event.key === KEY) settings.set(readSettings(event.newValue));
  });
}
