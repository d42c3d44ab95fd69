// The text for a key that no catalogue has. `plain_words` in core/text.py is the same in Python.
import type { Message } from "../wire";
import type { Words } from "./types";

type Tell = (words: Words) => string;

const KIND = /^(?:action|event-engine|event|art|option|phase|form|slot|refused|pause|bad|plate)-(?=.)/;

export const NOTHING = "–";

/** `place tile: x 1, y 2` for `action-place_tile`. */
export function plainWords([key, args]: Message, tell: Tell): string {
  const subject = spaced(key.replace(KIND, ""));
  const details = Object.entries(args).map(([name, value]) => `${spaced(name)} ${plainValue(value, tell)}`);
  return details.length > 0 ? `${subject}: ${details.join(", ")}` : subject;
}

function plainValue(value: unknown, tell: Tell): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return truth(value);
  if (typeof value === "number") return numberText(value);
  if (isMessage(value)) return tell(value);
  if (Array.isArray(value)) return value.map((inner) => plainValue(inner, tell)).join(", ") || NOTHING;
  return String(value);
}

export function isMessage(value: unknown): value is Message {
  return Array.isArray(value) && value.length === 2 && isObject(value[1]);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function truth(value: boolean): string {
  return value ? "yes" : "no";
}

/** Rounded to a thousandth, halves away from zero. Not every engine has Intl. */
export function numberText(value: number): string {
  const [whole = "", part = ""] = String(value).split(".");
  if (part.includes("e")) return Math.abs(value) < 1 ? "0" : String(value);
  if (part.length <= 3) return String(value);
  const cut = Number(whole + part.slice(0, 3));
  const up = part.charAt(3) >= "5" ? (value < 0 ? -1 : 1) : 0;
  return String((cut + up) / 1000 + 0);
}

/** An identifier as words. */
export function spaced(name: string): string {
  return name.replace(/[_-]/g, " ");
}
