// Built-in pictures.
import type { ArtShown } from "../../wire";
import { has } from "../plain";
import type { Look } from "../types";

/** A picture by its name: the game's own, or a built-in one; null if there is none of that name. */
export function artOf(name: string, look: Look): ArtShown | null {
  return has(look.art, name) ? (look.art[name] ?? null) : builtIn(name);
}

/** Width by height of a picture; a square where there is none. */
export function aspectOf(name: string, look: Look): number {
  const box = artOf(name, look)?.box;
  return box && box[2] > 0 && box[3] > 0 ? box[2] / box[3] : 1;
}

function builtIn(name: string): ArtShown | null {
  void name;
  return null;
}
