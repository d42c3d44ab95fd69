// Messages in words, and what items are called.
import { sceneTexts } from "../texts/en.scene";
import type { ShownItem } from "../wire";
import { has } from "./plain";
import type { Look, Message, Texts } from "./types";

/**
 * The sentence, or the catalogue's text of that key with its arguments; a key that is not there is told as it is. So is
 * what comes after an empty key: a name that somebody chose may read like a key.
 */
export function say(message: Message, texts: Texts): string {
  if (typeof message === "string") return textOf(message, texts) ?? message;
  const [key, ...values] = message;
  if (key === "") return values.join(" ");
  const known = textOf(String(key ?? ""), texts);
  if (known === undefined) return message.join(" ");
  return known.replace(/\{(\d+)\}/g, (hole, index: string) => String(values[Number(index)] ?? hole));
}

function textOf(key: string, texts: Texts): string | undefined {
  return has(texts, key) ? texts[key] : undefined;
}

/** What an item is called: its label, its own words, or the name of its art. Empty for what has none of them. */
export function labelOf(id: string, item: ShownItem, look: Look): string {
  const label = say(item.label ?? "", look.texts);
  if (item.kind === "count")
    return say(["scene.count", item.n ?? 0, label || artName(item.art ?? "", look)], sceneTexts);
  if (label !== "") return label;
  switch (item.kind ?? "piece") {
    case "text":
    case "button":
      return say(item.text ?? "", look.texts);
    case "table":
      return (item.head ?? []).map((cell) => say(cell, look.texts)).join(", ");
    case "box":
      return "";
    case "piece":
      return artName(item.art ?? "", look) || id;
  }
}

/** What a picture is called, by the game or, of built-in art, by the client. */
export function artName(art: string, look: Look): string {
  return textOf(`art.${art}`, look.texts) ?? builtInName(art);
}

function builtInName(art: string): string {
  const [family = "", face = ""] = art.split("/");
  const own = textOf(`scene.art.${art}`, sceneTexts);
  if (own !== undefined) return own;
  if (family === "card" && cardName(face)) return cardName(face) ?? face;
  if (family === "number" || family === "card") return say(["scene.number", face], sceneTexts);
  return art;
}

function cardName(face: string): string | undefined {
  const suit = textOf(`scene.suit.${face.slice(-1)}`, sceneTexts);
  const short = face.slice(0, -1);
  return suit && say(["scene.card", textOf(`scene.rank.${short}`, sceneTexts) ?? short, suit], sceneTexts);
}
