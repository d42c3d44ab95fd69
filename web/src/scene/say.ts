// Words as people read them, and what items are called.
import { plainWords } from "./plainWords";
import { plateWords } from "./plate";
import type { Item, Look, Texts, Words } from "./types";

/** For who has no catalogue: every message in plain words. */
export const PLAIN: Texts = {
  has: () => false,
  tell: (words) => (typeof words === "string" ? words : plainWords(words, PLAIN.tell)),
};

/** A text as it is, a message by its catalogue. */
export function say(words: Words, texts: Texts): string {
  return typeof words === "string" ? words : texts.tell(words);
}

/** What is written on a button: an action's words, as a heading begins. */
export function buttonWords(item: Item, texts: Texts): string {
  const words = say(item.text ?? "", texts);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What an item is called: its label, its own words, or the name of its art. Empty for what has none of them. */
export function labelOf(id: string, item: Item, look: Look): string {
  const label = say(item.label ?? "", look.texts);
  if (item.kind === "count")
    return say(["art-count", { n: item.n ?? 0, name: label || artName(item.art ?? "", look) }], look.texts);
  if (label !== "") return label;
  switch (item.kind ?? "piece") {
    case "text":
    case "button":
      return say(item.text ?? "", look.texts);
    case "plate":
      return plateWords(item, look);
    case "table":
      return (item.head ?? []).map((cell) => say(cell, look.texts)).join(", ");
    case "box":
      return "";
    case "piece":
      return artName(item.art ?? "", look) || id;
  }
}

/** What a picture is called, by the game or, of built-in art, by the house. */
export function artName(art: string, look: Look): string {
  return art === "" ? "" : say(artWords(art, look.texts), look.texts);
}

function artWords(art: string, texts: Texts): Words {
  const key = `art-${art.replace(/\//g, "-")}`;
  if (texts.has(key)) return [key, {}];
  const [family = "", face = ""] = art.split("/");
  const card = /^(A|K|Q|J|10|[2-9])([SHDC])$/.exec(face);
  if (family === "card" && card) return ["art-card", { rank: card[1], suit: card[2] }];
  return family === "number" || family === "card" ? ["art-number", { face }] : art;
}
