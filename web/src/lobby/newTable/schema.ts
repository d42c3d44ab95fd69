// Turns the JSON Schema of a game's options into form fields. A type without a suitable input is edited as JSON.
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The part of JSON Schema that game options use. */
interface Shape {
  type?: string;
  description?: string;
  default?: Json;
  enum?: readonly Json[];
  const?: Json;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Shape | false;
  anyOf?: readonly Shape[];
  allOf?: readonly Shape[];
  properties?: Readonly<Record<string, Shape>>;
  $ref?: string;
  $defs?: Readonly<Record<string, Shape>>;
}

type Kind =
  | { kind: "switch" }
  | { kind: "choice"; values: readonly Json[] }
  | { kind: "number"; isWhole: boolean; min?: number | undefined; max?: number | undefined; inMs: boolean }
  | { kind: "text"; longest?: number | undefined }
  | { kind: "list"; of: Kind }
  | { kind: "group"; fields: readonly OptionField[] }
  | { kind: "json" };

export type OptionField = Kind & {
  name: string;
  /** The path that the server uses in error messages, such as `options.dice`. */
  path: string;
  label: string;
  hint: string;
  /** Null is allowed: an empty input. */
  canBeNull: boolean;
  initial: Json | undefined;
  /** Names of the values. */
  names: Readonly<Record<string, string>>;
};

type Words = Readonly<Record<string, string>>;

interface Known {
  shapes: Readonly<Record<string, Shape>>;
  words: Words;
}

/** `words` names options and values, by the keys `option-NAME`, `option-NAME-hint` and `option-NAME-VALUE`. */
export function optionFields(schema: Record<string, unknown>, words: Words = {}, within = "options"): OptionField[] {
  const root = schema as Shape;
  return fieldsIn(root, { shapes: root.$defs ?? {}, words }, within);
}

function fieldsIn(shape: Shape, known: Known, within: string): OptionField[] {
  return Object.entries(shape.properties ?? {}).map(([name, own]) => optionField(name, own, known, within));
}

function optionField(name: string, given: Shape, known: Known, within: string): OptionField {
  const { shape, canBeNull } = unwrapped(given, known);
  const path = `${within}.${name}`;
  return {
    ...nullableKind(kindOf(name, shape, known, path), canBeNull),
    name,
    path,
    label: known.words[`option-${name}`] ?? labelOf(name),
    hint: known.words[`option-${name}-hint`] ?? given.description ?? shape.description ?? "",
    canBeNull,
    initial: "default" in given ? given.default : shape.default,
    names: namesOf(name, known.words),
  };
}

function namesOf(name: string, words: Words): Record<string, string> {
  const own = `option-${name}-`;
  const found = Object.entries(words).filter(([key]) => key.startsWith(own));
  return Object.fromEntries(found.map(([key, text]) => [key.slice(own.length), text]));
}

/** The schema itself, with references and "or null" resolved. */
function unwrapped(given: Shape, known: Known): { shape: Shape; canBeNull: boolean } {
  const branches = given.anyOf ?? [];
  const real = branches.filter((branch) => branch.type !== "null");
  const only = real.length === 1 ? real[0] : undefined;
  if (only) return { shape: unwrapped(only, known).shape, canBeNull: real.length < branches.length };
  const merged = given.allOf?.length === 1 ? { ...given, ...given.allOf[0] } : given;
  const target = merged.$ref === undefined ? undefined : known.shapes[merged.$ref.replace("#/$defs/", "")];
  return target ? unwrapped(target, known) : { shape: merged, canBeNull: false };
}

function kindOf(name: string, shape: Shape, known: Known, path: string): Kind {
  if (shape.enum) return { kind: "choice", values: shape.enum };
  if (shape.const !== undefined) return { kind: "choice", values: [shape.const] };
  switch (shape.type) {
    case "boolean":
      return { kind: "switch" };
    case "integer":
    case "number":
      return numberKind(name, shape);
    case "string":
      return { kind: "text", longest: shape.maxLength };
    case "array":
      return listKind(name, shape, known, path);
    case "object":
      return shape.properties ? { kind: "group", fields: fieldsIn(shape, known, path) } : { kind: "json" };
    default:
      return { kind: "json" };
  }
}

/** An option that is named `..._ms` is asked for in seconds, because people do not think in milliseconds. */
function numberKind(name: string, shape: Shape): Kind {
  const inMs = name.endsWith("_ms");
  return { kind: "number", isWhole: shape.type === "integer", min: shape.minimum, max: shape.maximum, inMs };
}

function listKind(name: string, shape: Shape, known: Known, path: string): Kind {
  if (!shape.items) return { kind: "json" };
  const item = unwrapped(shape.items, known);
  const of = kindOf(name, item.shape, known, path);
  const isPlain = !item.canBeNull && (of.kind === "number" || of.kind === "text" || of.kind === "choice");
  return isPlain ? { kind: "list", of } : { kind: "json" };
}

function nullableKind(kind: Kind, canBeNull: boolean): Kind {
  if (!canBeNull) return kind;
  if (kind.kind === "switch") return { kind: "choice", values: [true, false, null] };
  if (kind.kind === "choice" && !kind.values.includes(null)) return { kind: "choice", values: [...kind.values, null] };
  return kind.kind === "group" ? { kind: "json" } : kind;
}

/** `Prize order` for `prize_order`. */
export function labelOf(name: string): string {
  const words = name.replace(/_ms$/, "").replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
