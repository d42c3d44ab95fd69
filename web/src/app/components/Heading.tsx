// The only h1 of a page. It sets the document title. After a navigation inside the app it takes the focus, so that
// keyboard and screen reader users continue at the start of the new page.
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { t } from "../../texts/t";
import { hasNavigated } from "../routing/router";

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
