// Applies the visual settings: colours as variables of the root element, the others as its attributes.
import { variables, type Theme } from "../../scene/drawing/theme";
import { settings } from "./settings";
import { createStore, useStore } from "../store";

const DARK = "(prefers-color-scheme: dark)";
const STILL = "(prefers-reduced-motion: reduce)";

const shown = createStore<Theme>("light");

export function followSettings(): void {
  applyLooks();
  settings.subscribe(applyLooks);
  matchMedia(DARK).addEventListener("change", applyLooks);
}

/** The current theme, with `auto` resolved. */
function shownTheme(): Theme {
  const { theme } = settings.get();
  if (theme !== "auto") return theme;
  return matchMedia(DARK).matches ? "dark" : "light";
}

/** The current theme, for images that the server draws. */
export function useShownTheme(): Theme {
  return useStore(shown);
}

/** Whether pieces slide and panels fade. Both the system and the player can turn motion off. */
export function hasMotion(): boolean {
  return settings.get().motion !== "none" && !matchMedia(STILL).matches;
}

function applyLooks(): void {
  const root = document.documentElement;
  shown.set(shownTheme());
  const values = variables(shownTheme(), settings.get().deck);
  for (const [name, value] of Object.entries(values)) root.style.setProperty(name, value);
  root.style.colorScheme = shownTheme();
  root.dataset["theme"] = shownTheme();
  root.dataset["motion"] = settings.get().motion;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", values["--panel"] ?? "");
}
