// Zooming and panning of boxes by wheel, touch, mouse, keys and buttons. The arithmetic is in scene/layout/zoom.
import { useCallback, useEffect, useRef, useState } from "react";
import type { MouseEvent as ReactMouseEvent, PointerEvent as ReactPointerEvent, RefObject } from "react";
import { panned, zoomed } from "../../scene";
import type { Placed, Point, Zoom } from "../../scene";

export type Zooms = Record<string, Zoom>;

export interface Panning {
  zooms: Zooms;
  /** Sets a zoom chosen by the player; null fits the box into its place again. */
  set: (box: string, zoom: Zoom | null) => void;
  /**
   * Sets a zoom chosen by the page, which `releaseZooms` removes. A player's zoom that the page moves still counts as the
   * player's.
   */
  show: (box: string, zoom: Zoom | null) => void;
  /** Whether a player has zoomed this box. */
  isByHand: (box: string) => boolean;
  /** Removes the zooms that the page has set. */
  releaseZooms: () => void;
  zoomBy: (box: Placed, factor: number, at?: Point) => void;
  panBy: (box: Placed, dx: number, dy: number) => void;
  handlers: {
    onPointerDown: (event: ReactPointerEvent) => void;
    onPointerMove: (event: ReactPointerEvent) => void;
    onPointerUp: (event: ReactPointerEvent) => void;
    onPointerCancel: (event: ReactPointerEvent) => void;
    onClickCapture: (event: ReactMouseEvent) => void;
  };
}

/** A pointer that moves less than this still counts as a tap. */
const STILL_PX = 8;

interface Gesture {
  /** The box at the start of the gesture, or when a finger was added or lifted. */
  box: Placed;
  start: Map<number, Point>;
  now: Map<number, Point>;
  isDrag: boolean;
}

export function usePanning(layer: RefObject<HTMLElement | null>, placed: RefObject<readonly Placed[]>): Panning {
  const [zooms, setZooms] = useState<Zooms>({});
  const gesture = useRef<Gesture | null>(null);
  const wasDrag = useRef(false);

  const set = useCallback((box: string, zoom: Zoom | null) => {
    setZooms((before) => changed(before, box, zoom));
  }, []);
  const own = useRef(new WeakSet<Zoom>());
  const show = useCallback((box: string, zoom: Zoom | null) => {
    setZooms((before) => {
      const was = before[box];
      if (zoom && (!was || own.current.has(was))) own.current.add(zoom);
      return changed(before, box, zoom);
    });
  }, []);
  const isByHand = (box: string): boolean => zooms[box] !== undefined && !own.current.has(zooms[box]);
  const releaseZooms = useCallback(() => {
    setZooms((before) => {
      const kept = Object.entries(before).filter(([, zoom]) => !own.current.has(zoom));
      return kept.length === Object.keys(before).length ? before : Object.fromEntries(kept);
    });
  }, []);
  const zoomBy = useCallback((box: Placed, factor: number, at?: Point) => {
    setZooms((before) => ({ ...before, [box.id]: zoomed(current(box, before), factor, at) }));
  }, []);
  const panBy = useCallback((box: Placed, dx: number, dy: number) => {
    setZooms((before) => ({ ...before, [box.id]: panned(current(box, before), dx, dy) }));
  }, []);

  const pointIn = useCallback(
    (event: { clientX: number; clientY: number }): Point => {
      const rect = layer.current?.getBoundingClientRect();
      return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
    },
    [layer],
  );

  useEffect(() => {
    const element = layer.current;
    if (!element) return;
    // React adds passive wheel listeners, so the page would scroll as well.
    function onWheel(event: WheelEvent): void {
      const at = pointIn(event);
      const box = boxAt(placed.current, at);
      if (!box || event.deltaY === 0) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      zoomBy(box, Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) * 0.002), at);
    }
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [layer, placed, pointIn, zoomBy]);

  function onPointerDown(event: ReactPointerEvent): void {
    wasDrag.current = false;
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const at = pointIn(event);
    const own = gesture.current;
    const box = own ? own.box : boxAt(placed.current, at);
    if (!box) return;
    const now = new Map(own?.now).set(event.pointerId, at);
    gesture.current = { ...begun(box, placed.current, now), isDrag: now.size > 1 };
  }

  function onPointerMove(event: ReactPointerEvent): void {
    const own = gesture.current;
    if (!own?.now.has(event.pointerId)) return;
    own.now.set(event.pointerId, pointIn(event));
    const { dx, dy, factor, middle } = change(own);
    if (!own.isDrag) {
      if (Math.hypot(dx, dy) < STILL_PX) return;
      own.isDrag = true;
    }
    // A captured pointer creates no click on the item, so a drag is never a tap.
    layer.current?.setPointerCapture?.(event.pointerId);
    const zoom = factor === 1 ? (own.box.zoom ?? null) : zoomed(own.box, factor, middle);
    if (zoom) set(own.box.id, panned({ ...own.box, zoom }, dx, dy));
  }

  function onPointerUp(event: ReactPointerEvent): void {
    const own = gesture.current;
    if (!own?.now.delete(event.pointerId)) return;
    wasDrag.current = own.isDrag;
    gesture.current = own.now.size ? { ...begun(own.box, placed.current, own.now), isDrag: true } : null;
  }

  function onClickCapture(event: ReactMouseEvent): void {
    // A click by keyboard has `detail` 0; it never ends a drag.
    if (!wasDrag.current || event.detail === 0) return;
    wasDrag.current = false;
    event.preventDefault();
    event.stopPropagation();
  }

  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onClickCapture };
  return { zooms, set, show, isByHand, releaseZooms, zoomBy, panBy, handlers };
}

function changed(zooms: Zooms, box: string, zoom: Zoom | null): Zooms {
  if (zoom) return { ...zooms, [box]: zoom };
  const { [box]: _, ...rest } = zooms;
  return rest;
}

/** The box with its latest zoom: there may be several changes before the next render. */
function current(box: Placed, zooms: Zooms): Placed {
  const zoom = zooms[box.id] ?? box.zoom;
  return zoom ? { ...box, zoom } : box;
}

function begun(box: Placed, placed: readonly Placed[], now: Map<number, Point>): Omit<Gesture, "isDrag"> {
  return { box: placed.find((one) => one.id === box.id) ?? box, start: new Map(now), now };
}

function change({ start, now }: Gesture): { dx: number; dy: number; factor: number; middle: Point } {
  const [from, to] = [[...start.values()], [...now.values()]];
  const [before, after] = [middleOf(from), middleOf(to)];
  const factor = from.length > 1 ? spread(to) / Math.max(1, spread(from)) : 1;
  return { dx: after.x - before.x, dy: after.y - before.y, factor, middle: before };
}

function middleOf(points: Point[]): Point {
  const sum = points.reduce((one, other) => ({ x: one.x + other.x, y: one.y + other.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

const spread = ([one, other]: Point[]): number => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 1);

/** The innermost box with `pan` at this point. */
function boxAt(placed: readonly Placed[], { x, y }: Point): Placed | undefined {
  return placed.findLast(
    (one) => one.zoom && x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height,
  );
}
