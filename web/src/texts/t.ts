// The page's own words, by key of the house's catalogue.
import { houseTexts, languageSpoken } from "./house";

export function t(key: string, args: Record<string, unknown> = {}): string {
  return houseTexts.tell([key, args]);
}

/** Names as the language joins them. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(languageSpoken()).format(names);
}
