// Animates moved pieces. The drawing already shows the new places; only the way is animated.
import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { hasMotion } from "../../app/settings/theme";
import type { Items, Placed, Rect } from "../../scene";
import { arrivals, movedFrom } from "./pieceMotion";

const SLIDE_MS = 240;
const APPEAR_MS = 160;

/** Animate only changes of the scene, not zooming or turning the phone. */
export function useSlidingPieces(layer: RefObject<HTMLElement | null>, items: Items, placed: readonly Placed[]): void {
  const before = useRef<{ items: Items; placed: readonly Placed[] } | null>(null);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { items, placed };
    if (!old || old.items === items || !layer.current || !hasMotion()) return;
    slide(layer.current, old.placed, placed);
  }, [layer, items, placed]);
}

function slide(layer: HTMLElement, before: readonly Placed[], now: readonly Placed[]): void {
  const moved = movedFrom(before, now);
  const fresh = new Set(arrivals(before, now, moved));
  if (moved.size === 0 && fresh.size === 0) return;
  for (const one of now) {
    const from = moved.get(one.id);
    if (!from && !fresh.has(one.id)) continue;
    const group = layer.querySelector(`[data-key="${CSS.escape(one.id)}"]`);
    if (from) group?.animate(way(from, one), { duration: SLIDE_MS, easing: "cubic-bezier(.3,.1,.2,1)" });
    else group?.animate([{ opacity: 0 }, { opacity: 1 }], APPEAR_MS);
  }
}

/** Keyframes applied on top of the group's own transform: from the old place to none. */
function way(from: Rect, to: Rect): Keyframe[] {
  const scale = to.width > 0 ? from.width / to.width : 1;
  return [
    { translate: `${from.x - to.x * scale}px ${from.y - to.y * scale}px`, scale: String(scale) },
    { translate: "0 0", scale: "1" },
  ];
}
