// What a screen reader is told without moving its cursor. `index.html` has the two regions from the beginning on,
// since a region that comes with its text is often not read.
export type Urgency = "polite" | "assertive";

/** Long enough to be read after what is being read now. */
const STAY_MS = 10_000;

export function announce(text: string, urgency: Urgency = "polite"): void {
  const region = regionFor(urgency);
  if (!region) return;
  // Line by line: what was said a moment ago, and may still be waiting to be read, is not taken back.
  region.setAttribute("aria-atomic", "false");
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  setTimeout(() => line.remove(), STAY_MS);
}

/** While a modal dialog is open nothing outside of it is read, so every dialog has regions of its own. */
function regionFor(urgency: Urgency): Element | null {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  return dialog?.querySelector(`[data-announce="${urgency}"]`) ?? document.getElementById(`announce-${urgency}`);
}
