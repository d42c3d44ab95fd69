// A page's one h1. It names the document, and takes the focus when the page was reached from another one of ours, so
// that a keyboard or a screen reader goes on at the new page's beginning.
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { t } from "../texts/t";
import { hasNavigated } from "./router";

export function Heading({ title, hidden, children }: { title: string; hidden?: boolean; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === t("app-name") ? title : `${title} · ${t("app-name")}`;
  }, [title]);
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? "visually-hidden" : undefined}>
      {children ?? title}
    </h1>
  );
}
