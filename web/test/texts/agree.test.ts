// Random messages are translated as in Python (tests/looks/saying.py).
import { expect, test } from "vitest";
import { fluentTexts, type Source } from "../../src/texts/fluent";
import type { Message } from "../../src/wire";
import told from "./cases.json";

const catalogues = told.catalogues as unknown as Record<string, Source[]>;
const cases = told.cases as unknown as { message: Message; said: Record<string, string> }[];

test.each(Object.keys(catalogues))("the page translates into %s like Python", (lang) => {
  const texts = fluentTexts(catalogues[lang] ?? [], lang);
  const ours = cases.map(({ message }) => texts.tell(message));
  expect(ours).toEqual(cases.map(({ said }) => said[lang]));
});
