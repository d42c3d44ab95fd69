// The settings that are looks: the stylesheets ask for them by attributes of the root element.
import { settings } from "./settings";

export function followSettings(): void {
  applyLooks();
  settings.subscribe(applyLooks);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyLooks);
}

/** The theme that is shown now, `auto` resolved. */
export function shownTheme(): "light" | "dark" {
  const { theme } = settings.get();
  if (theme !== "auto") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Whether pieces slide and panels fade: neither if the system or the player asks for no motion. */
export function hasMotion(): boolean {
  return settings.get().motion !== "none" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function applyLooks(): void {
  const root = document.documentElement;
  root.dataset["theme"] = shownTheme();
  root.dataset["motion"] = settings.get().motion;
  root.style.colorScheme = shownTheme();
}
