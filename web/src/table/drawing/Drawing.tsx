// Drawings as React elements. Unchanged nodes are skipped: on a full board an update touches a few out of hundreds.
import { createElement, memo } from "react";
import type { ReactNode } from "react";
import { properties } from "../../scene";
import type { Drawn } from "../../scene";

export const Drawing = memo(
  ({ drawn }: { drawn: Drawn }) => element(drawn),
  (before, now) => isSame(before.drawn, now.drawn),
);
Drawing.displayName = "Drawing";

function element(drawn: Drawn, index?: number): ReactNode {
  const own = properties(drawn);
  const named = drawn.key === undefined ? { key: index } : { key: drawn.key, "data-key": drawn.key };
  if (drawn.markup !== undefined || drawn.children.length === 0) return createElement(drawn.tag, { ...own, ...named });
  return createElement(drawn.tag, { ...own, ...named }, drawn.children.map(child));
}

function child(drawn: Drawn | string, index: number): ReactNode {
  if (typeof drawn === "string") return drawn;
  return drawn.key === undefined ? element(drawn, index) : <Drawing key={drawn.key} drawn={drawn} />;
}

export function isSame(one: Drawn | string, other: Drawn | string | undefined): boolean {
  if (one === other) return true;
  if (typeof one === "string" || typeof other === "string" || !other) return false;
  if (one.tag !== other.tag || one.key !== other.key || one.markup !== other.markup) return false;
  if (one.children.length !== other.children.length || !hasSameAttributes(one, other)) return false;
  return one.children.every((own, index) => isSame(own, other.children[index]));
}

function hasSameAttributes(one: Drawn, other: Drawn): boolean {
  const names = Object.keys(one.attributes);
  if (names.length !== Object.keys(other.attributes).length) return false;
  return names.every((name) => one.attributes[name] === other.attributes[name]);
}
