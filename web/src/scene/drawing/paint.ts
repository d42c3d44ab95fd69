// Turns placed items into SVG: one group per item, keyed by its id.
import type { ShownItem } from "../../wire";
import { artOf } from "./art";
import { element, group, rect, text } from "./elements";
import { faded, fansOf } from "../layout/fans";
import { BUTTON_PAD, CAPTION, COUNT_PEEK, SEAT_MARK } from "../layout/sizes";
import { fittedLine, LINE, textWidth, wrapped } from "../layout/textWidth";
import { rounded } from "../compat";
import { paintPlate, TICK } from "../layout/plate";
import { buttonWords, labelOf, say } from "../say";
import { COLUMN_PAD, tableOf } from "../layout/table";
import { SEAT_COLOURS } from "./theme";
import type { Drawn, Look, Placed } from "../types";

export interface PaintOptions {
  /** The items that can be tapped now. */
  highlighted?: ReadonlySet<string>;
  /** The items that were tapped; a map also has how often. */
  chosen?: ReadonlySet<string> | ReadonlyMap<string, number>;
  /** The items that the last move touched. */
  last?: ReadonlySet<string>;
  /** A preview of the chosen offer; see `placeGhosts`. */
  ghosts?: readonly Placed[];
  /** A prefix for ids of definitions, needed if a page shows several drawings. */
  prefix?: string;
  /** Put art into the groups instead of using symbols, for a stand-alone drawing. */
  inline?: boolean;
}

/**
 * One group per item in scene order, keyed by its id and moved only by its `transform`. The contents of a box with
 * `pan` are in a separate group, keyed `<id> inside`, which clips them. Ghosts come last, under `ghost <id>`.
 */
export function paint(placed: readonly Placed[], look: Look, options: PaintOptions = {}): Drawn[] {
  const { highlighted = NOTHING, chosen = NOTHING } = options;
  const brush = { look, options, fans: fansOf(placed), faded: faded(placed, highlighted, chosen) };
  return paintPane(null, placed, brush);
}

const NOTHING: ReadonlySet<string> = new Set();

/** The names of the art in these items. */
export function artNames(placed: readonly Placed[]): Set<string> {
  return new Set(placed.flatMap((one) => (one.item.art ? [one.item.art] : [])));
}

/** A `defs` element with a symbol for each picture. */
export function artDefs(names: Iterable<string>, look: Look, prefix = ""): Drawn {
  const symbols = [...names].sort().flatMap((name) => {
    const art = artOf(name, look);
    if (!art) return [];
    const attributes = { id: reference(prefix, "art", name), viewBox: art.box.join(" ") };
    return [{ tag: "symbol", key: name, attributes, children: [], markup: art.svg }];
  });
  return { tag: "defs", attributes: {}, children: symbols };
}

/** An id for a definition. Characters with a meaning in URLs are written as numbers. */
function reference(prefix: string, kind: string, name: string): string {
  return `${prefix}${kind}-${name.replace(/[^A-Za-z0-9-]/g, (letter) => `_${letter.charCodeAt(0).toString(16)}_`)}`;
}

interface Brush {
  look: Look;
  options: PaintOptions;
  /** The boxes that are fans. */
  fans: ReadonlySet<string>;
  /** The items that are drawn paler than their pickable neighbours. */
  faded: ReadonlySet<string>;
}

function paintPane(pane: string | null, placed: readonly Placed[], brush: Brush): Drawn[] {
  const ghosts = (brush.options.ghosts ?? []).filter((one) => one.inside === pane);
  return [
    ...placed.filter((one) => one.inside === pane).flatMap((one) => paintItem(one, placed, brush)),
    ...ghosts.map((one) => ghostly(one, brush)),
  ];
}

function paintItem(one: Placed, placed: readonly Placed[], brush: Brush): Drawn[] {
  const own = itemGroup(one, one.id, [...inTurn(one, content(one, brush)), ...marks(one, brush)]);
  if (one.zoom === undefined) return [own];
  const clip = reference(brush.options.prefix ?? "", "clip", one.id);
  const edge = rect(one.x + 1, one.y + 1, one.width - 2, one.height - 2, 9, {});
  const inside = group({ "clip-path": `url(#${clip})` }, [
    { tag: "clipPath", key: "clip", attributes: { id: clip }, children: [edge] },
    ...paintPane(one.id, placed, brush),
  ]);
  return [own, { ...inside, key: `${one.id} inside` }, ...paneCaption(one, brush.look)];
}

function itemGroup(one: Placed, key: string, children: Drawn[]): Drawn {
  const { item } = one;
  const attributes: Drawn["attributes"] = { transform: `translate(${one.x} ${one.y})` };
  if (item.seat !== undefined && item.seat !== null) {
    const seat = Math.abs(item.seat) % SEAT_COLOURS;
    attributes["style"] = `--seat: var(--seat-${seat}); --seat-ink: var(--seat-ink-${seat})`;
  }
  return { ...group(attributes, children), key };
}

function ghostly(one: Placed, brush: Brush): Drawn {
  const drawn = group({ opacity: 0.72 }, inTurn(one, content(one, brush)));
  return itemGroup(one, `ghost ${one.id}`, [
    drawn,
    ...inTurn(one, [ring(one, 2.5, { stroke: "var(--accent)", "stroke-dasharray": "6 4" })]),
  ]);
}

function inTurn(one: Placed, children: Drawn[]): Drawn[] {
  if (one.turn % 360 === 0) return children;
  return [group({ transform: `rotate(${one.turn} ${rounded(one.width / 2)} ${rounded(one.height / 2)})` }, children)];
}

function content(one: Placed, brush: Brush): Drawn[] {
  const { item } = one;
  switch (item.kind ?? "piece") {
    case "piece":
      return piece(one, brush);
    case "count":
      return count(one, brush);
    case "text":
      return words(one, brush.look);
    case "plate":
      return paintPlate(one, brush.look);
    case "button":
      return button(one, brush);
    case "table":
      return table(one, brush.look);
    case "box":
      return box(one, brush.look);
  }
}

function piece(one: Placed, brush: Brush): Drawn[] {
  const { item, width, height } = one;
  const picture = art(item, 0, 0, width, height, brush);
  const shown = item.dim ? { ...picture, attributes: { ...picture.attributes, opacity: 0.4 } } : picture;
  const badge = item.badge === undefined || item.badge === null ? "" : say(item.badge, brush.look.texts);
  return badge ? [shown, ...pill(badge, width, 0, badgeFont(one), "var(--ink)", "var(--paper)", one.turn)] : [shown];
}

function count(one: Placed, brush: Brush): Drawn[] {
  const { item, width, height } = one;
  const high = height / (1 + COUNT_PEEK);
  const peek = high * COUNT_PEEK;
  const wide = width - peek;
  const number = item.n ?? 0;
  const depth = Math.min(3, Math.max(1, number));
  const copies = Array.from({ length: depth }, (_, index) => {
    const shift = (peek * (3 - depth + 2 * index)) / 4;
    return art(item, shift, peek - shift, wide, high, brush);
  });
  const pile =
    number > 0 ? copies : copies.map((copy) => ({ ...copy, attributes: { ...copy.attributes, opacity: 0.25 } }));
  return [...pile, ...pill(`×${number}`, width, height, badgeFont(one), "var(--ink)", "var(--paper)", 0)];
}

function badgeFont({ width, height }: Placed): number {
  return Math.max(9, Math.min(20, 0.22 * Math.min(width, height) + 4));
}

/** Words in a capsule at the upper or lower right of an item; they stay upright if the item is turned. */
function pill(words: string, right: number, y: number, font: number, fill: string, ink: string, turn: number): Drawn[] {
  const height = 1.35 * font;
  const width = Math.max(height, textWidth(words, font, true) + 0.7 * font);
  const [left, top] = [right - width + Math.min(4, 0.15 * width), y > 0 ? y - height * 0.9 : y - height * 0.1];
  const drawn = [
    rect(left, top, width, height, height / 2, { fill, stroke: ink, "stroke-width": 1.5 }),
    text(words, left + width / 2, top + height / 2 + 0.35 * font, font, {
      fill: ink,
      "text-anchor": "middle",
      "font-weight": 600,
    }),
  ];
  if (turn % 360 === 0) return drawn;
  return [group({ transform: `rotate(${-turn} ${rounded(left + width / 2)} ${rounded(top + height / 2)})` }, drawn)];
}

function art(item: ShownItem, x: number, y: number, width: number, height: number, { look, options }: Brush): Drawn {
  const name = item.art ?? "";
  const found = artOf(name, look);
  if (!found) return missing(name, x, y, width, height);
  const place = { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
  if (!options.inline) return element("use", { href: `#${reference(options.prefix ?? "", "art", name)}`, ...place });
  return { tag: "svg", attributes: { ...place, viewBox: found.box.join(" ") }, children: [], markup: found.svg };
}

/** A missing picture is replaced by its name. */
function missing(name: string, x: number, y: number, width: number, height: number): Drawn {
  const font = Math.max(6, Math.min(0.3 * height, (0.85 * width) / Math.max(1, textWidth(name, 1))));
  return group({}, [
    rect(x + 1, y + 1, width - 2, height - 2, 0.1 * height, {
      fill: "var(--panel)",
      stroke: "var(--muted)",
      "stroke-dasharray": "4 3",
    }),
    text(name, x + width / 2, y + height / 2 + 0.35 * font, font, { fill: "var(--muted)", "text-anchor": "middle" }),
  ]);
}

function words(one: Placed, look: Look): Drawn[] {
  const { item, width, font } = one;
  const strong = item.strong === true;
  const isSeat = item.seat !== undefined && item.seat !== null;
  const left = isSeat ? SEAT_MARK * font : 0;
  const said = say(item.text ?? "", look.texts);
  const fitted = item.fit ? fittedLine(said, font, width - left, strong) : null;
  const lines = fitted ? [fitted.words] : wrapped(said, font, width - left, strong);
  const style: Drawn["attributes"] = { fill: "var(--ink)", ...(strong ? { "font-weight": 700 } : {}) };
  const mark = element("circle", {
    cx: rounded(0.4 * font),
    cy: rounded(0.5 * LINE * font),
    r: rounded(0.36 * font),
    fill: "var(--seat)",
    stroke: "var(--outline)",
    "stroke-width": 1,
  });
  return [
    ...(isSeat ? [mark] : []),
    ...lines.map((line, index) =>
      text(line, left, (index + 0.5) * LINE * font + 0.35 * font, fitted?.font ?? font, style),
    ),
  ];
}

function button(one: Placed, { look, options }: Brush): Drawn[] {
  const { item, width, height, font } = one;
  const said = fittedLine(buttonWords(item, look.texts), font, Math.max(width - BUTTON_PAD * font, 0), true);
  const isOpen = options.highlighted?.has(one.id) === true || options.chosen?.has(one.id) === true;
  const [fill, line, ink] = isOpen
    ? ["var(--accent)", "var(--accent)", "var(--accent-ink)"]
    : ["var(--panel)", "var(--line)", "var(--muted)"];
  return [
    rect(0.75, 0.75, width - 1.5, height - 1.5, Math.min(9, height / 2), { fill, stroke: line, "stroke-width": 1.5 }),
    text(said.words, width / 2, height / 2 + 0.35 * font, said.font, {
      fill: ink,
      "text-anchor": "middle",
      "font-weight": 600,
    }),
  ];
}

function table(one: Placed, look: Look): Drawn[] {
  const { item, font, width } = one;
  const shape = tableOf(item, look, font, width);
  const hasHead = shape.head.some((cell) => cell !== "");
  const lines = hasHead ? [shape.head, ...shape.rows] : shape.rows;
  return lines.flatMap((line, row) => {
    const isHead = hasHead && row === 0;
    const style = isHead ? { fill: "var(--muted)", "font-weight": 600 } : { fill: "var(--ink)" };
    const base = (row + 0.5) * shape.rowHeight + 0.35 * font;
    const cells = shape.columns.map(({ x, width: wide, isNumber }, column) => {
      const cell = fittedLine(line[column] ?? "", font, wide - COLUMN_PAD * font, isHead);
      return isNumber
        ? text(cell.words, x + wide - 0.5 * font, base, cell.font, { ...style, "text-anchor": "end" })
        : text(cell.words, x + 0.5 * font, base, cell.font, style);
    });
    const y = rounded((row + 1) * shape.rowHeight);
    const rule = element("path", { d: `M0 ${y}H${width}`, stroke: "var(--line)", "stroke-width": isHead ? 1.5 : 1 });
    return row < lines.length - 1 ? [rule, ...cells] : cells;
  });
}

function box(one: Placed, look: Look): Drawn[] {
  const { item, width, height, font } = one;
  const isPane = one.zoom !== undefined;
  if (!isPane && item.frame !== true) return [];
  // A box with seats around it looks like a table.
  const isTable = isPane || item.flow === "around";
  const fill = isTable ? "var(--felt)" : "var(--panel)";
  const frame = rect(0.5, 0.5, width - 1, height - 1, isTable && !isPane ? 24 : 10, { fill, stroke: "var(--line)" });
  const label = isPane ? "" : labelOf(one.id, item, look);
  return label ? [frame, caption(label, 0.7 * font, 0.7 * font, font, width - 1.4 * font)] : [frame];
}

function caption(label: string, x: number, y: number, font: number, room: number): Drawn {
  const line = fittedLine(label, 0.85 * font, Math.max(0, room), true);
  return text(line.words, x, y + 0.5 * CAPTION * font, line.font, { fill: "var(--muted)", "font-weight": 600 });
}

/** Painted over the contents of the pane, which may reach under the caption. */
function paneCaption(one: Placed, look: Look): Drawn[] {
  const label = one.item.frame === true ? labelOf(one.id, one.item, look) : "";
  if (!label) return [];
  const { x, y, font } = one;
  const room = Math.max(0, one.width - 12 - font);
  const wide = Math.min(room, textWidth(label, 0.85 * font, true)) + font;
  const chip = rect(x + 6, y + 6, wide, 1.5 * font, 6, { fill: "var(--panel)", opacity: 0.88 });
  return [
    {
      ...group({}, [chip, caption(label, x + 6 + 0.5 * font, y + 6 + 0.35 * font, font, room)]),
      key: `${one.id} caption`,
    },
  ];
}

/** Marks for items that can be tapped, were tapped, or belong to the last move: by shape as well as by colour. */
function marks(one: Placed, { options, fans, faded }: Brush): Drawn[] {
  const drawn: Drawn[] = [];
  if (faded.has(one.id)) drawn.push(...inTurn(one, [veil(one)]));
  if (options.last?.has(one.id)) drawn.push(...inTurn(one, [corners(one)]));
  if (options.chosen?.has(one.id)) {
    const stroke = one.item.kind === "button" ? "var(--ink)" : "var(--accent)";
    drawn.push(...inTurn(one, [ring(one, 4, { stroke })]), chosenMark(one, options.chosen, fans.has(one.parent ?? "")));
  } else if (options.highlighted?.has(one.id) && one.item.kind !== "button") {
    drawn.push(
      ...inTurn(one, [ring(one, 2.5, { stroke: "var(--highlight)", fill: "var(--highlight)", "fill-opacity": 0.1 })]),
    );
  }
  return drawn;
}

/** A pale cover over the whole card. Making the card transparent would show the cards below. */
function veil({ width, height }: Placed): Drawn {
  return rect(0, 0, width, height, 0.065 * height, { fill: "var(--paper)", opacity: 0.45 });
}

function ring({ width, height }: Placed, thick: number, attributes: Drawn["attributes"]): Drawn {
  const radius = Math.min(10, 0.12 * Math.min(width, height) + 2);
  return rect(0, 0, width, height, radius, { fill: "none", "stroke-width": thick, ...attributes });
}

/** Four corner marks around an item of the last move. */
function corners({ width, height }: Placed): Drawn {
  const arm = rounded(Math.max(4, 0.2 * Math.min(width, height)));
  const [right, bottom] = [width, height];
  const path =
    `M0 ${arm}V0H${arm}M${rounded(right - arm)} 0H${right}V${arm}` +
    `M${right} ${rounded(bottom - arm)}V${bottom}H${rounded(right - arm)}M${arm} ${bottom}H0V${rounded(bottom - arm)}`;
  return element("path", {
    d: path,
    fill: "none",
    stroke: "var(--accent)",
    "stroke-width": 3,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
}

/**
 * At the upper left: the number of times it was chosen, or a tick for one. In a fan the mark leaves the card's corner
 * free.
 */
function chosenMark(one: Placed, chosen: ReadonlySet<string> | ReadonlyMap<string, number>, isFanned: boolean): Drawn {
  const times = "get" in chosen ? (chosen.get(one.id) ?? 1) : 1;
  const size = rounded(Math.max(6, Math.min(11, 0.16 * Math.min(one.width, one.height))));
  const place = `translate(${rounded(size * (isFanned ? 1 : 0.6))} ${rounded(size * (isFanned ? -0.4 : 0.6))})`;
  const disc = element("circle", { r: 1, fill: "var(--accent)", stroke: "var(--paper)", "stroke-width": 0.2 });
  if (times === 1) return group({ transform: `${place} scale(${size})` }, [disc, TICK]);
  const number = text(String(times), 0, 0.45, 1.25, {
    fill: "var(--accent-ink)",
    "text-anchor": "middle",
    "font-weight": 700,
  });
  return group({ transform: `${place} scale(${rounded(size * 1.4)})` }, [disc, number]);
}
