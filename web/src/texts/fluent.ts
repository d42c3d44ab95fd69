// Translates messages with the catalogues of a game and the built-in one. looks/texts.py is the same in Python.
import { FluentBundle, FluentNumber, FluentResource, type FluentValue, type FluentVariable } from "@fluent/bundle";
import { isMessage, NOTHING, numberText, plainWords, truth } from "../scene/plainWords";
import type { Texts, Words } from "../scene";

/** A catalogue: its language and its text in the syntax of Project Fluent. */
export type Source = readonly [lang: string, text: string];

/** Larger numbers are not counts, so they are shown without number formatting. */
const LARGEST = 1e15;

const FUNCTIONS = {
  /** Convert a number that counts from 0 to one that counts from 1. */
  FROM1: ([value]: FluentValue[]): FluentValue => {
    if (!(value instanceof FluentNumber)) throw new TypeError("FROM1 takes a number");
    return new FluentNumber(value.value + 1, value.opts);
  },
};

/** The first catalogue that has a key is used: the best language first, English last. */
export function fluentTexts(sources: readonly Source[], lang: string): Texts {
  const bundles = sources.map(([language, text]) => bundleOf(language, text));
  const list = new Intl.ListFormat(lang, { type: "conjunction" });

  function bundleWith(key: string): FluentBundle | undefined {
    return bundles.find((bundle) => bundle.getMessage(key)?.value != null);
  }

  function tell(words: Words): string {
    if (typeof words === "string") return words;
    const [key, args] = words;
    const bundle = bundleWith(key);
    const pattern = bundle?.getMessage(key)?.value;
    if (!bundle || pattern == null) return plainWords(words, tell);
    const given = Object.entries(args).map(([name, value]) => [name, argument(value)]);
    const errors: Error[] = [];
    const said = bundle.formatPattern(pattern, Object.fromEntries(given), errors);
    // If a text needs an argument that is missing, the plain list of arguments says more than the text.
    return errors.length > 0 ? plainWords(words, tell) : said;
  }

  function argument(value: unknown): FluentVariable {
    if (typeof value === "boolean") return truth(value);
    if (value === null || value === undefined) return NOTHING;
    if (typeof value === "number") return Math.abs(value) < LARGEST ? value : numberText(value);
    if (isMessage(value)) return tell(value);
    return Array.isArray(value) ? list.format(value.map(listed)) || NOTHING : String(value);
  }

  function listed(value: unknown): string {
    const told = argument(value);
    return typeof told === "number" ? numberText(told) : String(told);
  }

  return { has: (key) => bundleWith(key) !== undefined, tell };
}

function bundleOf(lang: string, text: string): FluentBundle {
  const bundle = new FluentBundle(lang, { functions: FUNCTIONS, useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return bundle;
}
