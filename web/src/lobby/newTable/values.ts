// Converts option values to input text and back.
import { durationWords } from "../../app/duration";
import { t } from "../../texts/t";
import type { Json, OptionField } from "./schema";
import { labelOf } from "./schema";

export type FormValue = string | boolean | FormValues;
export interface FormValues {
  readonly [name: string]: FormValue;
}

/** Problems, by the path of the field. */
export type Problems = Record<string, string>;

export function firstValues(fields: readonly OptionField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, shownValue(field, field.initial)]));
}

function shownValue(field: OptionField, value: Json | undefined): FormValue {
  switch (field.kind) {
    case "switch":
      return value === true;
    case "choice":
      return choiceKey(value === undefined ? field.values[0] : value);
    case "number":
      return typeof value === "number" ? String(field.inMs ? value / 1000 : value) : "";
    case "text":
      return typeof value === "string" ? value : "";
    case "list":
      return Array.isArray(value) ? value.join(", ") : "";
    case "group":
      return firstValues(field.fields.map((inner) => withInitial(inner, value)));
    case "json":
      return value === undefined || value === null ? "" : JSON.stringify(value);
  }
}

function withInitial(inner: OptionField, whole: Json | undefined): OptionField {
  const given = isRecord(whole) ? whole[inner.name] : undefined;
  return given === undefined ? inner : { ...inner, initial: given };
}

export const choiceKey = (value: Json | undefined): string => JSON.stringify(value ?? null);

/** The options that differ from the game's defaults. Unreadable inputs are reported in `problems`. */
export function readValues(
  fields: readonly OptionField[],
  values: FormValues,
  problems: Problems,
): Record<string, Json> {
  const read: Record<string, Json> = {};
  for (const field of fields) {
    const value = readValue(field, values[field.name], problems);
    if (value !== undefined && !isSame(value, field.initial)) read[field.name] = value;
  }
  return read;
}

function readValue(field: OptionField, value: FormValue | undefined, problems: Problems): Json | undefined {
  if (field.kind === "switch") return value === true;
  if (field.kind === "group") return readGroup(field, value, problems);
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" && field.canBeNull) return null;
  const found = readText(field, text);
  if (found.problem !== undefined) problems[field.path] = found.problem;
  return found.value;
}

/** A group is sent complete, because its fields have no defaults once the group is given. */
function readGroup(field: OptionField & { kind: "group" }, value: FormValue | undefined, problems: Problems): Json {
  const given = typeof value === "object" ? value : {};
  const entries = field.fields.map((inner) => [inner.name, readValue(inner, given[inner.name], problems)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

type Read = { value?: Json; problem?: string };

function readText(field: OptionField, text: string): Read {
  switch (field.kind) {
    case "number":
      return readNumber(field, text, field.inMs ? 1000 : 1);
    case "choice":
      return { value: JSON.parse(text === "" ? choiceKey(field.values[0]) : text) as Json };
    case "list":
      return readList(field, text);
    case "json":
      return readJson(text);
    default:
      return { value: text };
  }
}

export interface Bounds {
  isWhole: boolean;
  min?: number | undefined;
  max?: number | undefined;
}

/** A typed number times `unit`; the bounds are in the unit that is sent. */
export function readNumber(bounds: Bounds, text: string, unit = 1): Read {
  const typed = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(typed)) return { problem: t("input-number") };
  const value = unit === 1 ? typed : Math.round(typed * unit);
  if (bounds.isWhole && !Number.isInteger(value)) return { problem: t("input-whole") };
  const { min, max } = bounds;
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return { value };
  if (min !== undefined && max !== undefined)
    return { problem: t("input-between", { least: min / unit, most: max / unit }) };
  return {
    problem: min === undefined ? t("input-most", { most: (max ?? 0) / unit }) : t("input-least", { least: min / unit }),
  };
}

function readList(field: OptionField & { kind: "list" }, text: string): Read {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== "");
  const read = parts.map((part): Read => {
    if (field.of.kind === "number") return readNumber(field.of, part);
    if (field.of.kind !== "choice") return { value: part };
    const value = field.of.values.find((choice) => String(choice) === part);
    return value === undefined ? { problem: t("input-choices", { choices: field.of.values.join(", ") }) } : { value };
  });
  const problem = read.find((one) => one.problem !== undefined);
  return problem ?? { value: read.map((one) => one.value ?? null) };
}

function readJson(text: string): Read {
  if (text === "") return {};
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { problem: t("input-json") };
  }
}

/** The options of a table that differ from the defaults, each in a few words. */
export function optionWords(fields: readonly OptionField[], options: Record<string, unknown>): string[] {
  return fields
    .filter((field) => field.name in options && !isSame(options[field.name] as Json, field.initial))
    .map((field) => wordsFor(field, options[field.name] as Json));
}

function wordsFor(field: OptionField, value: Json): string {
  if (value === true) return field.label;
  if (value === false) return t("value-without", { option: field.label });
  return t("value-is", { option: field.label, value: valueWords(field, value) });
}

export function valueWords(field: OptionField, value: Json): string {
  if (value === null) return t("value-none");
  if (typeof value === "boolean") return value ? t("value-yes") : t("value-no");
  if (typeof value === "number") return field.kind === "number" && field.inMs ? durationWords(value) : String(value);
  if (typeof value === "string") return field.kind === "choice" ? (field.names[value] ?? labelOf(value)) : value;
  return Array.isArray(value) && value.every((one) => typeof one !== "object") ? value.join(", ") : t("value-own");
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
