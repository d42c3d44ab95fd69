// Helpers for the few SVG elements that all drawings use.
import { FONTS } from "../layout/textWidth";
import { rounded } from "../compat";
import type { Drawn } from "../types";

type Attributes = Drawn["attributes"];

export function element(tag: string, attributes: Attributes): Drawn {
  return { tag, attributes, children: [] };
}

export function group(attributes: Attributes, children: Drawn[]): Drawn {
  return { tag: "g", attributes, children };
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  attributes: Attributes,
): Drawn {
  const place = {
    x: rounded(x),
    y: rounded(y),
    width: rounded(Math.max(0, width)),
    height: rounded(Math.max(0, height)),
  };
  return element("rect", { ...place, rx: rounded(radius), ...attributes });
}

/** A line of text; `y` is its base line. */
export function text(words: string, x: number, y: number, font: number, attributes: Attributes): Drawn {
  const place = { x: rounded(x), y: rounded(y), "font-size": rounded(font), "font-family": FONTS };
  return { tag: "text", attributes: { ...place, ...attributes }, children: [words] };
}
