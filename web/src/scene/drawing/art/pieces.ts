// Discs, rings, crosses, cells and dice: 100 by 100.
import type { ArtShown } from "../../../wire";

const BOX: ArtShown["box"] = [0, 0, 100, 100];

const SHINE = "M24 39A29 29 0 0 1 52 20";

export const PIECES: Record<string, ArtShown> = {
  disc: {
    box: BOX,
    svg:
      '<circle cx="50" cy="50" r="41" fill="var(--seat)" stroke="var(--outline)" stroke-width="3"/>' +
      '<circle cx="50" cy="50" r="29.5" fill="none" stroke="var(--seat-ink)" stroke-width="3" opacity="0.28"/>' +
      `<path d="${SHINE}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity="0.3"/>`,
  },
  ring: {
    box: BOX,
    svg:
      '<circle cx="50" cy="50" r="31" fill="none" stroke="var(--outline)" stroke-width="19"/>' +
      '<circle cx="50" cy="50" r="31" fill="none" stroke="var(--seat)" stroke-width="14"/>',
  },
  cross: {
    box: BOX,
    svg:
      '<path d="M24 24 76 76M76 24 24 76" fill="none" stroke="var(--outline)" stroke-width="19" stroke-linecap="round"/>' +
      '<path d="M24 24 76 76M76 24 24 76" fill="none" stroke="var(--seat)" stroke-width="14" stroke-linecap="round"/>',
  },
  spot: {
    box: BOX,
    svg:
      '<circle cx="50" cy="50" r="43" fill="var(--paper)" fill-opacity="0.9" stroke="var(--outline)" stroke-width="6"/>' +
      '<circle cx="50" cy="50" r="25" fill="none" stroke="var(--seat)" stroke-width="15"/>',
  },
  cell: {
    box: BOX,
    svg: '<rect x="3" y="3" width="94" height="94" rx="10" fill="var(--panel)" stroke="var(--line)" stroke-width="2"/>',
  },
};

type Spot = [x: number, y: number];

const [NEAR, HALF, FAR] = [29, 50, 71];
const CORNERS: Spot[] = [
  [NEAR, NEAR],
  [FAR, FAR],
];
const OTHERS: Spot[] = [
  [FAR, NEAR],
  [NEAR, FAR],
];
const SIDES: Spot[] = [
  [NEAR, HALF],
  [FAR, HALF],
];
const CENTRE: Spot[] = [[HALF, HALF]];

const PIPS: Record<string, Spot[]> = {
  "1": CENTRE,
  "2": OTHERS,
  "3": [...OTHERS, ...CENTRE],
  "4": [...CORNERS, ...OTHERS],
  "5": [...CORNERS, ...OTHERS, ...CENTRE],
  "6": [...CORNERS, ...OTHERS, ...SIDES],
};

/** `1` to `6`, or `back` for a hidden die; null for anything else. */
export function die(face: string): ArtShown | null {
  if (face === "back") return { box: BOX, svg: cube("var(--card-back)") + hidden() };
  const spots = PIPS[face];
  if (!spots) return null;
  const pips = spots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9.2"/>`);
  return { box: BOX, svg: `${cube("var(--card)")}<g fill="var(--card-ink)">${pips.join("")}</g>` };
}

function cube(fill: string): string {
  return (
    `<rect x="6" y="6" width="88" height="88" rx="18" fill="${fill}" stroke="var(--card-line)" stroke-width="3"/>` +
    '<path d="M13 71V73A14 14 0 0 0 27 87H73A14 14 0 0 0 87 73V71" fill="none" stroke="var(--card-line)" stroke-width="3" stroke-linecap="round" opacity="0.6"/>'
  );
}

/** A question mark. */
function hidden(): string {
  return '<path d="M37 39C37 31 42.5 26 50 26S63 31 63 38.5C63 48.5 50.5 49 50.5 60M50.5 73.5V74" fill="none" stroke="var(--card-back-line)" stroke-width="8.5" stroke-linecap="round"/>';
}
