// Converts drawings to SVG text and to React properties.
import type { Drawn } from "../types";

/** The drawing as SVG text; everything but art is escaped. */
export function svgText(drawn: Drawn): string {
  const attributes = Object.entries(drawn.attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const inside =
    drawn.markup ??
    drawn.children.map((child) => (typeof child === "string" ? escaped(child) : svgText(child))).join("");
  return inside
    ? `<${drawn.tag}${attributes.join("")}>${inside}</${drawn.tag}>`
    : `<${drawn.tag}${attributes.join("")}/>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Characters that XML forbids even in escaped form; names may contain anything. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text.replace(ILLEGAL, "").replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** The attributes with React's names, `style` as an object, and markup as React expects it. */
export function properties(drawn: Drawn): Record<string, unknown> {
  const named = Object.entries(drawn.attributes).map(([name, value]) => [
    reactName(name),
    name === "style" ? styles(String(value)) : value,
  ]);
  const markup = drawn.markup === undefined ? {} : { dangerouslySetInnerHTML: { __html: drawn.markup } };
  return { ...Object.fromEntries(named), ...markup };
}

function reactName(name: string): string {
  if (name === "class") return "className";
  return /^(data|aria)-/.test(name) ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function styles(text: string): Record<string, string> {
  const pairs = text.split(";").map((part) => part.split(":").map((word) => word.trim()));
  return Object.fromEntries(pairs.filter(([name, value]) => name && value).map(([name, value]) => [name, value]));
}
