// Pictures by name: a game's own, and the built-in ones.
import type { ArtShown } from "../../../wire";
import { has } from "../../compat";
import type { Look } from "../../types";
import { cardBack, joker, numberCard, playingCard } from "./cards";
import { die, PIECES } from "./pieces";

/** A picture by name: the game's own or a built-in one; null if there is none. */
export function artOf(name: string, look: Look): ArtShown | null {
  if (has(look.art, name)) return look.art[name] ?? null;
  if (!made.has(name)) made.set(name, builtIn(name));
  return made.get(name) ?? null;
}

const made = new Map<string, ArtShown | null>();

/** Width divided by height of a picture; 1 if there is none. */
export function aspectOf(name: string, look: Look): number {
  const box = artOf(name, look)?.box;
  return box && box[2] > 0 && box[3] > 0 ? box[2] / box[3] : 1;
}

function builtIn(name: string): ArtShown | null {
  const slash = name.indexOf("/");
  const [family, face] = [name.slice(0, slash), name.slice(slash + 1)];
  if (slash < 0) return has(PIECES, name) ? (PIECES[name] ?? null) : null;
  if (name === "card/back") return cardBack();
  if (family === "die") return die(face);
  if ((family === "number" || family === "card") && /^-?\d{1,6}$/.test(face)) return numberCard(face);
  return family === "card" ? (joker(face) ?? playingCard(face)) : null;
}
