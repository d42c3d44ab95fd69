// Keeps a growing list scrolled to its end, unless the user has scrolled up.
import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

const NEAR_PX = 60;

/**
 * `length` is 0 while the list is hidden. The scrolling element is the panel; on a phone the page scrolls instead, and
 * this does nothing.
 */
export function useStickToBottom<E extends HTMLElement>(length: number): RefObject<E | null> {
  const list = useRef<E>(null);
  const before = useRef(0);
  useLayoutEffect(() => {
    if (length === 0) before.current = 0;
    const panel = list.current?.closest<HTMLElement>(".tab-panel");
    if (!panel || panel.scrollHeight <= panel.clientHeight) return;
    const wasNear = before.current === 0 || panel.scrollTop + panel.clientHeight > before.current - NEAR_PX;
    before.current = panel.scrollHeight;
    if (wasNear) panel.scrollTop = panel.scrollHeight;
  }, [length]);
  return list;
}
