// What a screen reader is told without moving its cursor. `index.html` has the two regions from the beginning on,
// since a region that comes with its text is often not read.
export type Urgency = "polite" | "assertive";

const MARK = "\u00a0";

export function announce(text: string, urgency: Urgency = "polite"): void {
  const region = document.getElementById(`announce-${urgency}`);
  if (!region) return;
  // The same text again would change nothing, so nothing would be said.
  region.textContent = region.textContent === text ? text + MARK : text;
}
