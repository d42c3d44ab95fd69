// A drawing that stands alone: variables filled in, and letters drawn where there are no fonts.
import { CAPITALS, short, strokes } from "./art/glyphs";
import { textWidth } from "./letters";
import type { Drawn } from "./types";

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

/** The drawing with its text as strokes. */
export function stroked(drawn: Drawn): Drawn {
  if (drawn.tag === "text") return strokedText(drawn);
  return { ...drawn, children: drawn.children.map((child) => (typeof child === "string" ? child : stroked(child))) };
}

function strokedText({ attributes, children, key }: Drawn): Drawn {
  const words = children.filter((child) => typeof child === "string").join("");
  const [x, y, font] = [Number(attributes["x"]), Number(attributes["y"]), Number(attributes["font-size"])];
  const isStrong = Number(attributes["font-weight"] ?? 400) > 500;
  const line = strokes(words);
  // Capitals are about seven tenths of a font's size; no line is wider than it was reckoned to be.
  const scale = (0.7 * font) / CAPITALS;
  const wide = Math.min(line.width * scale, textWidth(words, font, isStrong));
  const squeeze = line.width > 0 ? wide / line.width : scale;
  const left = x - wide * (attributes["text-anchor"] === "middle" ? 0.5 : attributes["text-anchor"] === "end" ? 1 : 0);
  return {
    tag: "g",
    ...(key === undefined ? {} : { key }),
    attributes: {
      transform: `translate(${short(left)} ${short(y - 0.7 * font)}) scale(${short(squeeze)} ${short(scale)})`,
      fill: "none",
      stroke: attributes["fill"] ?? "currentColor",
      "stroke-width": isStrong ? 2.2 : 1.5,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    children: line.letters.map((letter) => ({
      tag: "path",
      attributes: { d: letter.path, transform: `translate(${short(letter.x)} 0)` },
      children: [],
    })),
  };
}
