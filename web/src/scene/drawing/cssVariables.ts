// Fills CSS variables into a drawing, for SVG files without a style sheet.
import type { Drawn } from "../types";

type Variables = Record<string, string>;

/** The drawing without any `var()`. */
export function resolved(drawn: Drawn, variables: Variables): Drawn {
  const { style, ...others } = drawn.attributes;
  const scope = style === undefined ? variables : { ...variables, ...declared(String(style), variables) };
  const attributes = Object.entries(others).map(([name, value]) => [
    name,
    typeof value === "string" ? filled(value, scope) : value,
  ]);
  return {
    ...drawn,
    attributes: Object.fromEntries(attributes),
    children: drawn.children.map((child) => (typeof child === "string" ? child : resolved(child, scope))),
    ...(drawn.markup === undefined ? {} : { markup: filled(drawn.markup, scope) }),
  };
}

function declared(style: string, variables: Variables): Variables {
  const pairs = style.split(";").map((part) => part.split(":").map((word) => word.trim()));
  return Object.fromEntries(pairs.map(([name, value]) => [name, filled(value ?? "", variables)]));
}

function filled(value: string, variables: Variables): string {
  return value.replace(
    /var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)/g,
    (_, name: string, other?: string) => variables[name] ?? other ?? "none",
  );
}
