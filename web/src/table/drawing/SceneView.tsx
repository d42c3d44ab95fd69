// Shows a scene: the drawing, the accessible layer over it, zoom and pan, and moving pieces. It knows no game. An
// interaction says what taps mean; without one the scene is a picture.
import { useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, ReactNode, RefObject } from "react";
import { artDefs, artNames, comfortableHeight, paint, place, placeGhosts, raised } from "../../scene";
import type { Items, Look, Placed, Viewport } from "../../scene";
import { t } from "../../texts/t";
import { autoZoom } from "./autoZoom";
import { Drawing } from "./Drawing";
import { usePanning } from "./panning";
import type { Panning, Zooms } from "./panning";
import { useSlidingPieces } from "./slidePieces";
import { isZoomedAs, stableZooms } from "./stableZoom";
import { AccessibleLayer } from "./AccessibleLayer";
import "../../style/table.css";

export interface Interaction {
  /** It changes with each prompt: then small targets are zoomed in on. */
  prompt: string | number;
  /** No prompt is open and no answer is on its way: then the whole scene is shown again. */
  isIdle: boolean;
  /** The items that are buttons now. */
  tappable: ReadonlySet<string>;
  /** The buttons that continue the choice; the others replace the last taps. */
  highlighted: ReadonlySet<string>;
  /** The tapped items, and how often. */
  chosen: ReadonlyMap<string, number>;
  /** A preview of the current choice. */
  ghosts: Items;
  /** The label of the button: the item, and what a tap does. */
  name: (id: string) => string;
  /** Its hotkey, if it has one. */
  key: (id: string) => string | null;
  tap: (id: string) => void;
  canUndo: boolean;
  undo: () => void;
}

export interface SceneViewProps {
  items: Items;
  look: Look;
  /** The name of the scene. */
  label: string;
  last?: readonly string[];
  interaction?: Interaction | undefined;
  /** The clock on a seat's plate. */
  clock?: ((seat: number) => ReactNode) | undefined;
}

const NOTHING: ReadonlySet<string> = new Set();
const NOT_TAPPED: ReadonlyMap<string, number> = new Map();
const NO_ITEMS: Items = {};
const NO_GHOSTS: Placed[] = [];
const NO_LAST: readonly string[] = [];

export function SceneView({ items, look, label, last = NO_LAST, interaction, clock }: SceneViewProps) {
  const [probe, room] = useRoom();
  const height = useMemo(() => (room ? comfortableHeight(items, look, room) : 0), [items, look, room]);
  return (
    // If the whole page scrolls, the scene gets the height that it needs; otherwise it scrolls inside its frame.
    <div className="scene-frame" style={{ "--scene-wanted": `${height}px` } as CSSProperties}>
      <div ref={probe} className="scene-probe" />
      {room && (
        <SceneDrawing
          items={items}
          look={look}
          label={label}
          last={last}
          interaction={interaction}
          clock={clock}
          width={room.width}
          height={height}
        />
      )}
    </div>
  );
}

interface StageProps extends SceneViewProps {
  last: readonly string[];
  width: number;
  height: number;
}

function SceneDrawing({ items, look, label, last, interaction, clock, width, height }: StageProps) {
  const layer = useRef<HTMLDivElement>(null);
  const latest = useRef<readonly Placed[]>([]);
  const panning = usePanning(layer, latest);
  const prefix = useId().replace(/[^a-z0-9]/gi, "");
  const fitted = useMemo(() => place(items, look, { width, height }), [items, look, width, height]);
  const stable = useStableZooms(fitted);
  const viewport = useMemo(
    () => ({ width, height, zooms: { ...stable, ...panning.zooms } }),
    [width, height, stable, panning.zooms],
  );
  const settled = useMemo(
    () => (isZoomedAs(viewport.zooms, fitted) ? fitted : place(items, look, viewport)),
    [items, look, viewport, fitted],
  );
  const lastIds = useMemo(() => new Set(last), [last]);
  const imagined = interaction?.ghosts ?? NO_ITEMS;
  const ghosts = useMemo(
    () => (Object.keys(imagined).length ? placeGhosts(items, imagined, look, viewport) : NO_GHOSTS),
    [items, imagined, look, viewport],
  );
  const { highlighted = NOTHING, chosen = NOT_TAPPED } = interaction ?? {};
  const placed = useMemo(() => raised(settled, chosen), [settled, chosen]);
  const drawn = useMemo(
    () => paint(placed, look, { highlighted, chosen, last: lastIds, ghosts, prefix }),
    [placed, look, highlighted, chosen, lastIds, ghosts, prefix],
  );
  const defs = useDefs(placed, ghosts, look, prefix);
  useLayoutEffect(() => {
    latest.current = placed;
  }, [placed]);
  useSlidingPieces(layer, items, placed);
  useTargets(interaction, fitted, last, panning);
  return (
    <div ref={layer} className="scene" style={{ height }} {...panning.handlers}>
      <svg
        className="scene-drawing"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
      >
        <Drawing drawn={defs} />
        {drawn.map((one) => (
          <Drawing key={one.key} drawn={one} />
        ))}
      </svg>
      <AccessibleLayer
        placed={placed}
        look={look}
        label={label}
        last={lastIds}
        interaction={interaction}
        panning={panning}
        layer={layer}
        clock={clock}
      />
      {placed.map(
        (one) =>
          one.zoom && (
            <ZoomBar
              key={one.id}
              box={one}
              panning={panning}
              near={placed}
              targets={interaction?.tappable ?? NOTHING}
            />
          ),
      )}
    </div>
  );
}

/**
 * The room that the page's layout gives to the scene. The scene itself may be higher, so it must not measure itself.
 */
function useRoom(): [RefObject<HTMLDivElement | null>, Viewport | null] {
  const probe = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Viewport | null>(null);
  useLayoutEffect(() => {
    const element = probe.current;
    if (!element) return;
    const measure = (): void => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      if (width > 0 && height > 0) {
        setRoom((before) => (before?.width === width && before.height === height ? before : { width, height }));
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [probe, room];
}

/** The definitions of all pictures that were used so far. Rebuilding them for each new picture would be slow. */
function useDefs(placed: readonly Placed[], ghosts: readonly Placed[], look: Look, prefix: string) {
  const [known, setKnown] = useState<ReadonlySet<string>>(NOTHING);
  const used = useMemo(() => artNames([...placed, ...ghosts]), [placed, ghosts]);
  const missing = [...used].filter((name) => !known.has(name));
  const names = missing.length ? new Set([...known, ...missing]) : known;
  if (names !== known) setKnown(names);
  return useMemo(() => artDefs(names, look, prefix), [names, look, prefix]);
}

/** Keeps the zoom of a fully visible board while it grows and shrinks a little. */
function useStableZooms(fitted: readonly Placed[]): Zooms {
  const [kept, setKept] = useState<Zooms>({});
  const now = stableZooms(kept, fitted);
  if (now !== kept) setKept(now);
  return now;
}

/** Zooms in on small targets with each new prompt, and shows everything when nothing is asked. */
function useTargets(
  interaction: Interaction | undefined,
  fitted: readonly Placed[],
  last: readonly string[],
  panning: Panning,
): void {
  const prompt = interaction?.prompt;
  const isAsked = (interaction?.tappable.size ?? 0) > 0;
  const isIdle = interaction?.isIdle ?? false;
  const room = fitted.map((one) => (one.zoom ? `${one.width} ${one.height}` : "")).join("");
  useLayoutEffect(() => {
    if (isIdle) panning.releaseZooms();
  }, [isIdle, panning.releaseZooms]);
  const zoomIn = useEffectEvent(() => {
    if (!interaction) return;
    for (const box of fitted) {
      // Leave boxes alone that the player has zoomed.
      if (!box.zoom || panning.isByHand(box.id)) continue;
      const zoom = autoZoom(box, fitted, interaction.tappable, last);
      if (zoom || panning.zooms[box.id]) panning.show(box.id, zoom);
    }
  });
  // Zoom again only for a new question or when the room for a board changes size.
  useLayoutEffect(() => {
    if (isAsked) zoomIn();
  }, [prompt, isAsked, room]);
}

interface ZoomBarProps {
  box: Placed;
  panning: Panning;
  near: readonly Placed[];
  targets: ReadonlySet<string>;
}

const CORNERS = [
  [1, 1],
  [0, 1],
  [1, 0],
  [0, 0],
] as const;
const BAR = { width: 130, height: 48 };

/** The corner in which the bar covers the fewest targets. */
function cornerOf(box: Placed, near: readonly Placed[], targets: ReadonlySet<string>): readonly [number, number] {
  const inside = near.filter((one) => one.inside === box.id && targets.has(one.id));
  const covered = CORNERS.map(([right, low]) => {
    const [x, y] = [box.x + right * (box.width - BAR.width), box.y + low * (box.height - BAR.height)];
    return inside.filter(
      (one) => one.x < x + BAR.width && one.x + one.width > x && one.y < y + BAR.height && one.y + one.height > y,
    ).length;
  });
  return CORNERS[covered.indexOf(Math.min(...covered))] ?? CORNERS[0];
}

function ZoomBar({ box, panning, near, targets }: ZoomBarProps) {
  const [right, low] = cornerOf(box, near, targets);
  const style = {
    left: box.x + right * box.width,
    top: box.y + low * box.height,
    translate: `calc(${-100 * right}% + ${right ? -8 : 8}px) calc(${-100 * low}% + ${low ? -8 : 8}px)`,
  };
  return (
    <div className="zoom-bar" style={style} role="group" aria-label={t("table-zoom")}>
      <button
        type="button"
        onClick={() => panning.zoomBy(box, 1.3)}
        aria-label={t("table-zoom-in")}
        title={t("table-zoom-in")}
      >
        +
      </button>
      <button
        type="button"
        onClick={() => panning.zoomBy(box, 1 / 1.3)}
        aria-label={t("table-zoom-out")}
        title={t("table-zoom-out")}
      >
        −
      </button>
      <button
        type="button"
        onClick={() => panning.set(box.id, null)}
        aria-label={t("table-zoom-fit")}
        title={t("table-zoom-fit")}
      >
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M1 5V1h4M9 1h4v4M13 9v4H9M5 13H1V9" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </button>
    </div>
  );
}
