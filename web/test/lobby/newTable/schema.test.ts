import fc from "fast-check";
import { expect, test } from "vitest";
import { optionFields } from "../../../src/lobby/newTable/schema";
import type { FormValues, Problems } from "../../../src/lobby/newTable/values";
import { firstValues, optionWords, readValues } from "../../../src/lobby/newTable/values";

// In the server's format.
const SCHEMA = {
  title: "Options",
  type: "object",
  properties: {
    dice: { description: "Dice of each player", type: "integer", minimum: 1, maximum: 6, default: 5 },
    wild_ones: { type: "boolean", default: true },
    prize_order: { enum: ["ascending", "random"], default: "random" },
    city_points: { enum: [2, 4], default: 4 },
    rounds: {
      anyOf: [{ description: "How many", type: "integer", minimum: 1, maximum: 13 }, { type: "null" }],
      default: null,
    },
    window_ms: { type: "integer", minimum: 1, maximum: 86_400_000, default: 60_000 },
    motto: { type: "string", maxLength: 20, default: "" },
    values: { type: "array", items: { type: "integer", minimum: 1 }, default: [1, 2] },
    suits: { type: "array", items: { $ref: "#/$defs/Suit" }, default: [] },
    suit: { anyOf: [{ $ref: "#/$defs/Suit" }, { type: "null" }], default: null },
    bonus: { $ref: "#/$defs/Bonus", default: { first: 3, doubled: false } },
    strange: { anyOf: [{ type: "integer" }, { type: "string" }], default: 0 },
  },
  $defs: {
    Suit: { title: "Suit", enum: ["S", "H"] },
    Bonus: {
      type: "object",
      properties: { first: { type: "integer", default: 1 }, doubled: { type: "boolean", default: true } },
    },
  },
};

const FIELDS = optionFields(SCHEMA);

function field(name: string) {
  const found = FIELDS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

/** The options that are sent if these inputs are changed, and the problems. */
function filledIn(changes: FormValues): [Record<string, unknown>, Problems] {
  const problems: Problems = {};
  return [readValues(FIELDS, { ...firstValues(FIELDS), ...changes }, problems), problems];
}

test("each schema type has its kind of input", () => {
  expect(FIELDS.map(({ name, kind }) => [name, kind])).toEqual([
    ["dice", "number"],
    ["wild_ones", "switch"],
    ["prize_order", "choice"],
    ["city_points", "choice"],
    ["rounds", "number"],
    ["window_ms", "number"],
    ["motto", "text"],
    ["values", "list"],
    ["suits", "list"],
    ["suit", "choice"],
    ["bonus", "group"],
    ["strange", "json"],
  ]);
});

test("labels are words and hints are descriptions, also for nullable options", () => {
  expect(field("prize_order").label).toBe("Prize order");
  expect(field("dice").hint).toBe("Dice of each player");
  expect(field("rounds").hint).toBe("How many");
});

test("an unchanged option is not sent, as the game has its own defaults", () => {
  expect(filledIn({})).toEqual([{}, {}]);
});

test("a changed option is sent with its type", () => {
  const [options, problems] = filledIn({
    dice: "3",
    wild_ones: false,
    prize_order: '"ascending"',
    city_points: "2",
    rounds: "7",
    motto: "all in",
    values: "4, 5 6",
    suits: "H,S",
    suit: '"H"',
    strange: '"x"',
  });
  expect(problems).toEqual({});
  expect(options).toEqual({
    dice: 3,
    wild_ones: false,
    prize_order: "ascending",
    city_points: 2,
    rounds: 7,
    motto: "all in",
    values: [4, 5, 6],
    suits: ["H", "S"],
    suit: "H",
    strange: "x",
  });
});

test("times are asked for in seconds and sent in milliseconds", () => {
  expect(firstValues(FIELDS)["window_ms"]).toBe("60");
  expect(filledIn({ window_ms: "1.5" })[0]).toEqual({ window_ms: 1500 });
});

test("an empty input is null if null is allowed, else a problem", () => {
  expect(filledIn({ rounds: "" })).toEqual([{}, {}]);
  expect(Object.keys(filledIn({ dice: "" })[1])).toEqual(["options.dice"]);
});

test("a group is sent complete, starting from the option's defaults", () => {
  expect(firstValues(FIELDS)["bonus"]).toEqual({ first: "3", doubled: false });
  expect(filledIn({ bonus: { first: "4", doubled: false } })[0]).toEqual({ bonus: { first: 4, doubled: false } });
});

test.each([
  ["dice", "many"],
  ["dice", "0"],
  ["dice", "7"],
  ["dice", "2.5"],
  ["window_ms", "0"],
  ["values", "1, x"],
  ["values", "0"],
  ["suits", "S, C"],
  ["strange", "{"],
])("%s: %s is refused at its own field", (name, text) => {
  const [options, problems] = filledIn({ [name]: text });
  expect(Object.keys(problems)).toEqual([`options.${name}`]);
  expect(options).toEqual({});
});

test("values survive the form unchanged", () => {
  const options = fc.record({
    dice: fc.integer({ min: 1, max: 6 }),
    wild_ones: fc.boolean(),
    prize_order: fc.constantFrom("ascending", "random"),
    rounds: fc.option(fc.integer({ min: 1, max: 13 })),
    window_ms: fc.integer({ min: 1, max: 86_400_000 }),
    values: fc.array(fc.integer({ min: 1, max: 9 })),
    bonus: fc.record({ first: fc.integer(), doubled: fc.boolean() }),
  });
  fc.assert(
    fc.property(options, (given) => {
      const properties = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          name,
          { ...SCHEMA.properties[name as keyof typeof given], default: value },
        ]),
      );
      // The form shows the given values; with other defaults all of them are sent.
      const shown = firstValues(optionFields({ ...SCHEMA, properties }));
      const problems: Problems = {};
      const fields = optionFields(SCHEMA)
        .filter(({ name }) => name in given)
        .map((one) => ({ ...one, initial: undefined }));
      expect(readValues(fields, shown, problems)).toEqual(given);
      expect(problems).toEqual({});
    }),
  );
});

test("a table shows the options that differ from the defaults", () => {
  const usual = { dice: 5, wild_ones: true, prize_order: "random", rounds: null, window_ms: 60_000 };
  expect(optionWords(FIELDS, usual)).toEqual([]);
  expect(
    optionWords(FIELDS, { dice: 3, wild_ones: false, prize_order: "ascending", rounds: 4, window_ms: 90_000 }),
  ).toEqual(["Dice: 3", "Wild ones: no", "Prize order: Ascending", "Rounds: 4", "Window: 1 min 30 s"]);
});
