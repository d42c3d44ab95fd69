// The page's texts, by their key in the built-in catalogue.
import { houseTexts, languageSpoken } from "./house";

export function t(key: string, args: Record<string, unknown> = {}): string {
  return houseTexts.tell([key, args]);
}

/** Names as a list in the current language. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(languageSpoken()).format(names);
}
