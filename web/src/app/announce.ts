// Announcements for screen readers. `index.html` contains the two live regions from the start, because a region that is
// added together with its text is often not read.
export type Urgency = "polite" | "assertive";

/** Long enough for a screen reader that is still reading something else. */
const STAY_MS = 10_000;

export function announce(text: string, urgency: Urgency = "polite"): void {
  const region = regionFor(urgency);
  if (!region) return;
  // Read only added lines: earlier lines may still be waiting to be read, so they stay.
  region.setAttribute("aria-atomic", "false");
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  setTimeout(() => line.remove(), STAY_MS);
}

/** While a modal dialog is open, nothing outside it is read, so every dialog has its own regions. */
function regionFor(urgency: Urgency): Element | null {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  return dialog?.querySelector(`[data-announce="${urgency}"]`) ?? document.getElementById(`announce-${urgency}`);
}
