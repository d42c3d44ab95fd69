// Translates words, and names items.
import { plainWords } from "./plainWords";
import { plateWords } from "./layout/plate";
import type { Item, Look, Texts, Words } from "./types";

/** Without a catalogue: every message in plain words. */
export const PLAIN: Texts = {
  has: () => false,
  tell: (words) => (typeof words === "string" ? words : plainWords(words, PLAIN.tell)),
};

/** A text unchanged, or a message by its catalogue. */
export function say(words: Words, texts: Texts): string {
  return typeof words === "string" ? words : texts.tell(words);
}

/** The text of a button: an action's words, with a capital letter. */
export function buttonWords(item: Item, texts: Texts): string {
  const words = say(item.text ?? "", texts);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of an item: its label, its own text, or the name of its art. Empty if it has none of them. */
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

/** The name of a picture, from the game's catalogue or, for built-in art, from the built-in one. */
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
