// Lists that grow at their end stay there, unless somebody has scrolled up to read.
import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

const NEAR_PX = 60;

/** `length` is 0 while the list is out of sight. The scrolled part is the nearest ancestor that scrolls: the panel, or on a phone nothing but the page, which stays. */
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
