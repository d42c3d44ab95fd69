// The four suits, each in a box from -10 to 10.

export type Suit = "S" | "H" | "D" | "C";

const SHAPES: Record<Suit, string> = {
  S: "M0-10C3-6 9.4-2.2 9.4 2.8 9.4 5.8 7.3 7.5 5 7.5 3.3 7.5 1.9 6.7 1.1 5.5 1.3 7.7 2.2 9.2 3.7 10H-3.7C-2.2 9.2-1.3 7.7-1.1 5.5-1.9 6.7-3.3 7.5-5 7.5-7.3 7.5-9.4 5.8-9.4 2.8-9.4-2.2-3-6 0-10Z",
  H: "M0 9.6C-3 5.8-9.4 1.6-9.4-3.6-9.4-7-7.1-9.2-4.5-9.2-2.5-9.2-.9-8 0-6.1.9-8 2.5-9.2 4.5-9.2 7.1-9.2 9.4-7 9.4-3.6 9.4 1.6 3 5.8 0 9.6Z",
  D: "M0-10C2-6.2 4.8-2.8 7.8 0 4.8 2.8 2 6.2 0 10-2 6.2-4.8 2.8-7.8 0-4.8-2.8-2-6.2 0-10Z",
  C: "M0-10A4.7 4.7 0 0 1 3.8-2.6 4.7 4.7 0 1 1 1 5C1.2 7.5 2.2 9.2 3.7 10H-3.7C-2.2 9.2-1.2 7.5-1 5A4.7 4.7 0 1 1-3.8-2.6 4.7 4.7 0 0 1 0-10Z",
};

export const SUITS = Object.keys(SHAPES) as Suit[];

export function isSuit(text: string): text is Suit {
  return text in SHAPES;
}

export function inkOf(suit: Suit): string {
  return `var(--suit-${suit})`;
}

/**
 * A suit symbol with its centre at x and y, scaled by a part of its box's size; upside down if it belongs to the other
 * player.
 */
export function pip(suit: Suit, x: number, y: number, scale: number, isTurned = false, fill = inkOf(suit)): string {
  const turn = isTurned ? " rotate(180)" : "";
  return `<path d="${SHAPES[suit]}" fill="${fill}" transform="translate(${x} ${y})${turn} scale(${scale})"/>`;
}
