import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RadioGroup, NumberField, Select, TextField, Toggle } from "../../../src/app/components/fields";

const CHOICES = [
  ["a", "A"],
  ["b", "B"],
] as const;
const nothing = () => undefined;

const inputs = (error?: string) => [
  <TextField label="it" error={error} value="" onChange={nothing} />,
  <NumberField label="it" error={error} value="" onChange={nothing} />,
  <Select label="it" error={error} value="a" choices={CHOICES} onChange={nothing} />,
  <RadioGroup label="it" error={error} value="a" choices={CHOICES} onChange={nothing} />,
  <Toggle label="it" error={error} value={false} onChange={nothing} />,
];

test("every kind of input with an error is marked and refers to the error", () => {
  for (const html of inputs("not so").map((input) => renderToStaticMarkup(input))) {
    expect(html).toMatch(/<(input|select|fieldset)[^>]* aria-invalid="true"/);
    const tied = /aria-describedby="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(html).toContain(`<p class="field-error" id="${tied}">not so</p>`);
  }
});

test("an input without an error is not marked", () => {
  for (const input of inputs()) expect(renderToStaticMarkup(input)).not.toContain("aria-invalid");
});
