// A seat's plate: number and colour, player, points and clock, whose turn it is, and what the game adds.
import { element, group, rect, text } from "../drawing/elements";
import { fittedLine, shortened, textWidth } from "./textWidth";
import { rounded } from "../compat";
import { say } from "../say";
import type { Drawn, Item, Items, Look, Placed, PlateShown, Rect } from "../types";

// Lengths in letter sizes
const PAD = 0.55;
const MARK = 1.5;
const LEFT = PAD + MARK + 0.4;
const GAP = 0.6;
const SCORE = 1.15;
const SMALL = 0.85;
const CLOCK = 3.1;
const LOW = 2.1;
const HIGH = 3.3;
const NARROWEST = 6.5;
const WIDEST = 14;
/** Plates grow in steps, so that their size does not change with every text. */
const STEP = 1.5;

/** The size of all plates of a scene, in letter sizes: they all have the same size. */
export interface PlateSize {
  width: number;
  lines: 1 | 2;
}

/** Adds the known facts to the plates, and the viewer's seat to boxes that arrange seats around the viewer. */
export function seated(items: Items, plates: readonly PlateShown[], viewer: number | null): Items {
  if (!Object.values(items).some((item) => item.kind === "plate" || isAround(item))) return items;
  const filled = Object.entries(items).map(([id, item]): [string, Item] => {
    const plate = item.kind === "plate" ? plates[item.seat ?? 0] : undefined;
    if (isAround(item)) return [id, { ...item, viewer: viewer ?? 0 }];
    return [id, plate ? { ...item, plate } : item];
  });
  return Object.fromEntries(filled);
}

function isAround({ flow, tall }: Item): boolean {
  return flow === "around" || tall === "around";
}

/** The seats that have a plate in the scene. */
export function seatsWithPlates(items: Items): Set<number> {
  return new Set(Object.values(items).flatMap(({ kind, seat }) => (kind === "plate" ? [seat ?? 0] : [])));
}

export function plateSize(items: Items, look: Look): PlateSize {
  const plates = Object.values(items).filter(({ kind }) => kind === "plate");
  const widths = plates.map((item) => Math.max(...naturalWidths(item, look)));
  const steps = Math.ceil((Math.max(0, ...widths) - NARROWEST) / STEP);
  const isHigh = plates.some((item) => secondLine(item, look) !== "" || hasClock(item));
  return { width: Math.max(NARROWEST, Math.min(WIDEST, NARROWEST + steps * STEP)), lines: isHigh ? 2 : 1 };
}

/** The size of a plate for this width, at this letter size. */
export function plateWithin(
  { width, lines }: PlateSize,
  font: number,
  room: number,
): { width: number; height: number } {
  return { width: font * Math.max(NARROWEST, Math.min(width, room / font)), height: font * (lines === 1 ? LOW : HIGH) };
}

function naturalWidths(item: Item, look: Look): [number, number] {
  const { mine = false } = plateOf(item);
  const score = scoreOf(item);
  const name = textWidth(nameOf(item, look), 1, true) + (mine ? textWidth(you(look), SMALL) : 0);
  const points = score === "" ? 0 : GAP + textWidth(score, SCORE, true);
  const words = textWidth(secondLine(item, look), SMALL) + (hasClock(item) ? GAP + CLOCK : 0);
  return [LEFT + name + points + PAD, LEFT + words + PAD];
}

const you = (look: Look): string => ` (${say(["plate-you", {}], look.texts)})`;

function plateOf(item: Item): Partial<PlateShown> {
  return item.plate ?? {};
}

function nameOf(item: Item, look: Look): string {
  return plateOf(item).name ?? say(["plate-seat", { number: (item.seat ?? 0) + 1 }], look.texts);
}

function scoreOf(item: Item): string {
  const { score } = plateOf(item);
  return score === undefined || score === null ? "" : String(rounded(score));
}

function hasClock(item: Item): boolean {
  const { clock } = plateOf(item);
  return clock !== undefined && clock !== null;
}

function secondLine(item: Item, look: Look): string {
  return [plateOf(item).note ?? "", say(item.text ?? "", look.texts)].filter(Boolean).join(" · ");
}

/** The words of a plate: player, points, whose turn it is, and what the game adds. */
export function plateWords(item: Item, look: Look): string {
  const { mine, turn, done } = plateOf(item);
  const score = scoreOf(item);
  const parts = [
    nameOf(item, look) + (mine ? you(look) : ""),
    score === "" ? "" : say(["plate-points", { points: Number(score) }], look.texts),
    turn ? say([mine ? "plate-your_turn" : "plate-turn", {}], look.texts) : "",
    done ? say(["plate-done", {}], look.texts) : "",
    secondLine(item, look),
  ];
  return parts.filter(Boolean).join(", ");
}

/** The place of a plate's clock. */
export function clockOn({ x, y, width, font }: Placed): Rect {
  const base = secondBase(font);
  return { x: x + width - (PAD + CLOCK) * font, y: y + base - font, width: CLOCK * font, height: 1.3 * font };
}

function firstBase(font: number, lines: 1 | 2): number {
  return (lines === 1 ? LOW / 2 : 1.15) * font + 0.35 * font;
}

function secondBase(font: number): number {
  return 2.72 * font;
}

export function paintPlate(one: Placed, look: Look): Drawn[] {
  const { item, width, height, font } = one;
  const { turn = false, done = false, away = false } = plateOf(item);
  const lines = height > ((LOW + HIGH) / 2) * font ? 2 : 1;
  const base = firstBase(font, lines);
  const words = [...firstLine(one, look, base), ...(lines === 2 ? lowerLine(one, look) : [])];
  const mark = seatMark(item.seat ?? 0, (PAD + MARK / 2) * font, base - 0.35 * font, font);
  const isFaint = item.dim === true || away;
  return [
    frame(width, height, turn),
    ...(turn ? [pointer(height, font)] : []),
    group(isFaint ? { opacity: 0.5 } : {}, [...mark, ...words]),
    ...(done ? [tick((PAD + MARK) * font, base + 0.25 * font, 0.42 * font)] : []),
  ];
}

/** The seat to move has a stronger frame, and a pointer at its side. */
function frame(width: number, height: number, isTurn: boolean): Drawn {
  const thick = isTurn ? 2.5 : 1;
  const stroke = isTurn ? "var(--accent)" : "var(--line)";
  return rect(thick / 2, thick / 2, width - thick, height - thick, 9, {
    fill: "var(--panel)",
    stroke,
    "stroke-width": thick,
  });
}

function pointer(height: number, font: number): Drawn {
  const [reach, half] = [rounded(0.42 * font), rounded(0.42 * font)];
  return element("path", {
    d: `M0 ${rounded(height / 2 - half)}l${reach} ${half}l${-reach} ${half}Z`,
    fill: "var(--accent)",
  });
}

function seatMark(seat: number, x: number, y: number, font: number): Drawn[] {
  const size = (MARK / 2) * font;
  return [
    element("circle", {
      cx: rounded(x),
      cy: rounded(y),
      r: rounded(size),
      fill: "var(--seat)",
      stroke: "var(--outline)",
      "stroke-width": 1,
    }),
    text(String(seat + 1), x, y + 0.29 * font, 0.82 * font, {
      fill: "var(--seat-ink)",
      "text-anchor": "middle",
      "font-weight": 700,
    }),
  ];
}

function firstLine({ item, width, font }: Placed, look: Look, base: number): Drawn[] {
  const score = scoreOf(item);
  const size = scoreSize(item, look, width / font);
  const points = score === "" ? 0 : textWidth(score, size * font, true) + (size / SCORE) * GAP * font;
  const suffix = plateOf(item).mine ? you(look) : "";
  const room = width - (LEFT + PAD) * font - points;
  const own = textWidth(suffix, SMALL * font);
  // With little room, the name is more important than its suffix.
  const after = own < room / 2 ? suffix : "";
  const name = fittedLine(nameOf(item, look), font, Math.max(font, room - (after ? own : 0)), true);
  const style = { fill: "var(--ink)", "font-weight": 700 };
  return [
    text(name.words, LEFT * font, base, name.font, style),
    ...(after
      ? [
          text(after.trim(), width - PAD * font - points, base, SMALL * font, {
            fill: "var(--muted)",
            "text-anchor": "end",
          }),
        ]
      : []),
    ...(score
      ? [text(score, width - PAD * font, base + 0.06 * font, size * font, { ...style, "text-anchor": "end" })]
      : []),
  ];
}

/** The points get smaller letters if the name would be cut otherwise. */
function scoreSize(item: Item, look: Look, width: number): number {
  const points = GAP + textWidth(scoreOf(item), SCORE, true);
  return LEFT + textWidth(nameOf(item, look), 1, true) + points + PAD > width ? SMALL : SCORE;
}

function lowerLine({ item, width, font }: Placed, look: Look): Drawn[] {
  const { clock } = plateOf(item);
  const room = width - (LEFT + PAD + (hasClock(item) ? GAP + CLOCK : 0)) * font;
  const [base, words] = [secondBase(font), secondLine(item, look)];
  const line = fittedLine(words, SMALL * font, Math.max(font, room));
  return [
    ...(words ? [text(line.words, LEFT * font, base, line.font, { fill: "var(--muted)" })] : []),
    ...(clock
      ? [
          text(shortened(clock, SMALL * font, CLOCK * font), width - PAD * font, base, SMALL * font, {
            fill: "var(--ink)",
            "text-anchor": "end",
          }),
        ]
      : []),
  ];
}

/** A tick: the player has chosen. */
function tick(x: number, y: number, size: number): Drawn {
  return group({ transform: `translate(${rounded(x)} ${rounded(y)}) scale(${rounded(size)})` }, [
    element("circle", { r: 1, fill: "var(--accent)", stroke: "var(--panel)", "stroke-width": 0.2 }),
    TICK,
  ]);
}

export const TICK = element("path", {
  d: "M-.42 0-.1.34.44-.34",
  fill: "none",
  stroke: "var(--accent-ink)",
  "stroke-width": 0.24,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
});
