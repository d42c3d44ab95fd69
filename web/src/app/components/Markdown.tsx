// Renders Markdown. The parser is loaded on demand, as most pages have none.
import { lazy, Suspense } from "react";
import { t } from "../../texts/t";
import type { ProseProps } from "./Prose";

const Prose = lazy(() => import("./Prose").then((module) => ({ default: module.Prose })));

export function Markdown(props: ProseProps) {
  return (
    <Suspense fallback={<p className="loading">{t("app-loading")}</p>}>
      <Prose {...props} />
    </Suspense>
  );
}
