// The client's own words, by key. `{0}` stands for the first argument.
import { en } from "./en";

export type TextKey = keyof typeof en;

export function t(key: TextKey, ...values: (string | number)[]): string {
  return filled(en[key], values);
}

const rules = new Intl.PluralRules("en");

/** The text for so many: `key.one` or `key.other`, with the number as `{0}`. */
export function tn(key: string, count: number, ...values: (string | number)[]): string {
  const texts: Record<string, string> = en;
  const text = texts[`${key}.${rules.select(count)}`] ?? texts[`${key}.other`] ?? key;
  return filled(text, [count, ...values]);
}

export function filled(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
