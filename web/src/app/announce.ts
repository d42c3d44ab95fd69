// What a screen reader is told without moving its cursor. `index.html` has the two regions from the beginning on,
// since a region that comes with its text is often not read.
export type Urgency = "polite" | "assertive";

const MARK = "\u00a0";

export function announce(text: string, urgency: Urgency = "polite"): void {
  const region = regionFor(urgency);
  if (!region) return;
  // The same text again would change nothing, so nothing would be said.
  region.textContent = region.textContent === text ? text + MARK : text;
}

/** While a modal dialog is open nothing outside of it is read, so every dialog has regions of its own. */
function regionFor(urgency: Urgency): Element | null {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  return dialog?.querySelector(`[data-announce="${urgency}"]`) ?? document.getElementById(`announce-${urgency}`);
}
