// The layer over the drawing for keyboard, touch and screen readers: real buttons over items that can be tapped, and
// text for the others, in scene order. The drawing itself is hidden from screen readers.
import { memo, useMemo, useState } from "react";
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from "react";
import { clockOn, contains, labelOf, neighbour, say, showing, TARGET } from "../../scene";
import type { Direction, Item, Look, Placed, Rect } from "../../scene";
import { t } from "../../texts/t";
import { ItemTable } from "./ItemTable";
import type { Panning } from "./panning";
import type { Interaction } from "./SceneView";

const ARROWS: Record<string, Direction> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const PAN_PX = 60;
const ZOOM_STEP = 1.3;

interface LayerProps {
  placed: readonly Placed[];
  look: Look;
  label: string;
  last: ReadonlySet<string>;
  interaction: Interaction | undefined;
  panning: Panning;
  layer: RefObject<HTMLDivElement | null>;
  clock: ((seat: number) => ReactNode) | undefined;
}

export function AccessibleLayer({ placed, look, label, last, interaction, panning, layer, clock }: LayerProps) {
  const [roving, setRoving] = useState<Record<string, string>>({});
  const children = useMemo(() => byParent(placed), [placed]);
  const tappable = interaction?.tappable ?? NONE;
  const boxes = placed.filter((one) => one.zoom);

  /** The items that share a tab stop with this one: those that can be tapped in the same box. */
  function groupOf(one: Placed): string[] {
    return (children.get(one.parent) ?? []).flatMap(({ id }) => (tappable.has(id) ? [id] : []));
  }

  function focus(id: string): void {
    const target = placed.find((one) => one.id === id);
    const button = layer.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
    if (!target || !button) return;
    bringIntoSight(target);
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function bringIntoSight(target: Placed): void {
    const box = placed.find((one) => one.id === target.inside);
    if (box && !contains(box, target)) panning.show(box.id, showing(box, target));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const element = event.target as HTMLElement;
    const isDone = onZoomKey(event.key, element) || onMoveKey(event.key, element.dataset["id"]) || onUndoKey(event.key);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onUndoKey(key: string): boolean {
    if ((key !== "Escape" && key !== "Backspace") || !interaction?.canUndo) return false;
    interaction.undo();
    return true;
  }

  function onMoveKey(key: string, id: string | undefined): boolean {
    const own = placed.find((one) => one.id === id);
    if (id === undefined || !own) return false;
    const group = groupOf(own);
    const direction = ARROWS[key];
    const to = direction
      ? (neighbour(placed, id, direction, new Set(group)) ?? neighbour(placed, id, direction, tappable))
      : key === "Home"
        ? group[0]
        : key === "End"
          ? group.at(-1)
          : undefined;
    if (to) focus(to);
    return direction !== undefined || to !== undefined;
  }

  function onZoomKey(key: string, element: HTMLElement): boolean {
    const own = element.closest<HTMLElement>("[data-pan]")?.dataset["pan"];
    const box = boxes.find((one) => one.id === own) ?? boxes[0];
    if (!box) return false;
    if (key === "+" || key === "=") panning.zoomBy(box, ZOOM_STEP);
    else if (key === "-") panning.zoomBy(box, 1 / ZOOM_STEP);
    else if (key === "0") panning.set(box.id, null);
    else if (element.dataset["pan"] === box.id && ARROWS[key]) panTo(box, ARROWS[key]);
    else return false;
    return true;
  }

  function panTo(box: Placed, direction: Direction): void {
    const [dx, dy] = { left: [PAN_PX, 0], right: [-PAN_PX, 0], up: [0, PAN_PX], down: [0, -PAN_PX] }[direction];
    panning.panBy(box, dx ?? 0, dy ?? 0);
  }

  function shown(one: Placed, within: Rect | null): ReactNode {
    if (tappable.has(one.id)) return button(one, within);
    if ((one.item.kind ?? "piece") === "box") return box(one, within);
    const words = <Words key={one.id} id={one.id} item={one.item} look={look} isLast={last.has(one.id)} />;
    return one.item.plate?.clock === "" ? [words, clockOf(one, within)] : words;
  }

  function clockOf(one: Placed, within: Rect | null): ReactNode {
    return (
      <span
        key={`clock ${one.id}`}
        className="access-clock"
        style={{ ...placedAt(clockOn(one), within), fontSize: 0.85 * one.font }}
      >
        {clock?.(one.item.seat ?? 0)}
      </span>
    );
  }

  function box(one: Placed, within: Rect | null): ReactNode {
    const inside = (children.get(one.id) ?? []).map((child) => shown(child, one.zoom ? one : within));
    const name = labelOf(one.id, one.item, look);
    if (!one.zoom) {
      return (
        <div key={one.id} {...(name ? { role: "group", "aria-label": name } : {})}>
          {inside}
        </div>
      );
    }
    const isEmpty = !placed.some((other) => other.inside === one.id && tappable.has(other.id));
    return (
      <div
        key={one.id}
        className="access-pan"
        data-pan={one.id}
        role="group"
        aria-label={t("table-scene-pan", { board: name || t("table-scene-board") })}
        style={{ ...placedAt(one, within), touchAction: panning.zooms[one.id] ? "none" : "pan-y" }}
        {...(isEmpty ? { tabIndex: 0 } : {})}
      >
        {inside}
      </div>
    );
  }

  function button(one: Placed, within: Rect | null): ReactNode {
    const chosen = roving[one.parent ?? ""];
    const group = groupOf(one);
    const stop = chosen !== undefined && group.includes(chosen) ? chosen : group[0];
    const isBox = one.item.kind === "box";
    const key = interaction?.key(one.id) ?? null;
    return (
      <div key={one.id}>
        <button
          type="button"
          className={interaction?.highlighted.has(one.id) ? "access-button is-open" : "access-button"}
          data-id={one.id}
          tabIndex={one.id === stop ? 0 : -1}
          aria-label={interaction?.name(one.id) ?? one.id}
          {...(key ? { "aria-keyshortcuts": key, title: t("table-actions-key", { key }) } : {})}
          {...(interaction?.chosen.has(one.id) ? { "aria-pressed": true } : {})}
          style={placedAt(atLeast(uncovered(one, children.get(one.parent) ?? [])), within)}
          onFocus={(event) => {
            setRoving((before) => ({ ...before, [one.parent ?? ""]: one.id }));
            if (event.currentTarget.matches(":focus-visible")) bringIntoSight(one);
          }}
          onClick={() => interaction?.tap(one.id)}
        />
        {one.item.plate?.clock === "" && clockOf(one, within)}
        {isBox && (children.get(one.id) ?? []).map((child) => shown(child, within))}
      </div>
    );
  }

  return (
    <div className="access-layer" role="group" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {(children.get(null) ?? []).map((one) => shown(one, null))}
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

function byParent(placed: readonly Placed[]): Map<string | null, Placed[]> {
  const found = new Map<string | null, Placed[]>();
  for (const one of placed) {
    const siblings = found.get(one.parent);
    if (siblings) siblings.push(one);
    else found.set(one.parent, [one]);
  }
  return found;
}

/** The upright bounding box of a turned item. */
function turned(one: Placed): Rect {
  if (Math.abs(one.turn % 180) !== 90) return one;
  const { x, y, width, height } = one;
  return { x: x + (width - height) / 2, y: y + (height - width) / 2, width: height, height: width };
}

/** The visible part of an item among overlapping cards: up to the start of the next one. */
function uncovered(one: Placed, siblings: readonly Placed[]): Rect {
  const [own, next] = [turned(one), siblings[siblings.indexOf(one) + 1]];
  if (!next || Math.abs(next.y - own.y) > own.height / 2 || next.x <= own.x || next.x >= own.x + own.width - 1)
    return own;
  return { ...own, width: next.x - own.x };
}

/** The rectangle, enlarged around its centre to a touch target's size. */
function atLeast({ x, y, width, height }: Rect): Rect {
  const [wide, high] = [Math.max(width, TARGET), Math.max(height, TARGET)];
  return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high };
}

function placedAt(one: Rect, within: Rect | null): CSSProperties {
  return { left: one.x - (within?.x ?? 0), top: one.y - (within?.y ?? 0), width: one.width, height: one.height };
}

/** An item that cannot be tapped, as text. */
const Words = memo(({ id, item, look, isLast }: { id: string; item: Item; look: Look; isLast: boolean }) => {
  if (item.kind === "table") return <TableWords item={item} look={look} />;
  const badge = item.badge ? say(item.badge, look.texts) : "";
  const words = [labelOf(id, item, look), badge, isLast ? t("table-scene-last") : ""].filter(Boolean).join(", ");
  return words ? <span className="visually-hidden">{`${words}. `}</span> : null;
});
Words.displayName = "Words";

/** In a box, because a table is never narrower than its words. */
function TableWords({ item, look }: { item: Item; look: Look }) {
  return (
    <div className="visually-hidden">
      <ItemTable item={item} look={look} />
    </div>
  );
}
