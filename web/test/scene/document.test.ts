// The document: applying deltas, unpacking offers, translating messages.
import { describe, expect, test } from "vitest";
import { fluentTexts } from "../../src/texts/fluent";
import { houseSources } from "../../src/texts/house";
import { labelOf, patched, say, unpacked } from "../../src/scene";

describe("a delta", () => {
  const cases: [string, unknown, unknown, unknown][] = [
    ["of nothing changes nothing", { a: 1 }, null, { a: 1 }],
    ["takes a value instead", { a: 1 }, [7], 7],
    ["goes on inside an object", { a: { b: 1, c: 2 } }, { a: { b: [3] } }, { a: { b: 3, c: 2 } }],
    ["adds a key", { a: 1 }, { b: [{ c: 0 }] }, { a: 1, b: { c: 0 } }],
    ["removes a key", { a: 1, b: 2 }, { a: 0 }, { b: 2 }],
    ["sets a zero, which is not a removal", { a: 1 }, { a: [0] }, { a: 0 }],
    ["goes on inside a list by index", [1, 2, 3], { "1": [9] }, [1, 9, 3]],
    ["puts values into a list", [1, 2, 3], { "@": [1, 1, [7, 8]] }, [1, 7, 8, 3]],
    ["drops values of a list", [1, 2, 3], { "@": [0, 2, []] }, [3]],
    ["takes a null", { a: 1 }, { a: [null] }, { a: null }],
    [
      "has a key that is called like a part of JavaScript",
      { a: 1 },
      JSON.parse('{"__proto__": [{"x": 1}], "constructor": [2]}'),
      JSON.parse('{"a": 1, "__proto__": {"x": 1}, "constructor": 2}'),
    ],
  ];
  test.each(cases)("%s", (_, old, delta, fresh) => expect(patched(old, delta)).toEqual(fresh));

  test("leaves the old document unchanged, and shares unchanged parts", () => {
    const old = { a: { x: 1 }, b: { y: 2 } };
    const fresh = patched(old, { a: { x: [5] } }) as typeof old;
    expect(old).toEqual({ a: { x: 1 }, b: { y: 2 } });
    expect(fresh.b).toBe(old.b);
  });
});

describe("offers", () => {
  test("are the patterns with each row filled in, in order", () => {
    const groups: [unknown, unknown[][]][] = [
      [
        { label: ["take", { $: 0 }], steps: [{ ids: [{ $: 1 }] }], confirm: true },
        [
          [1, "a"],
          [2, "b"],
        ],
      ],
      [{ label: "pass" }, [[]]],
      [{ label: ["put", { $: 0 }, { $: 1 }], steps: [{ ids: [{ $: "b/{0},{1}" }] }] }, [[3, -2]]],
    ];
    expect(unpacked(groups)).toEqual([
      { label: ["take", 1], steps: [{ ids: ["a"] }], confirm: true },
      { label: ["take", 2], steps: [{ ids: ["b"] }], confirm: true },
      { label: "pass" },
      { label: ["put", 3, -2], steps: [{ ids: ["b/3,-2"] }] },
    ]);
  });
});

describe("words", () => {
  const game =
    'moved = { $who } to { $n }\nhello = Hello\nart-tile-D = a road\nplace = row { FROM1($row) }\nunsaid = { "" }';
  const texts = fluentTexts([["en", game], ...houseSources()], "en");
  const look = { art: {}, texts };

  test("are a text as it is, or a message with its arguments", () => {
    expect([
      say("As it is.", texts),
      say("hello", texts),
      say(["hello", {}], texts),
      say(["moved", { who: "Ada", n: 3 }], texts),
      say(["moved", { who: ["hello", {}], n: ["a", "b", ["hello", {}]] }], texts),
      say(["place", { row: 0 }], texts),
      say(["unsaid", {}], texts),
    ]).toEqual(["As it is.", "hello", "Hello", "Ada to 3", "Hello to a, b, and Hello", "row 1", ""]);
  });

  test("with an unknown key are plain words", () => {
    expect([
      say(["action-place_tile", { x: 1, of: ["hello", {}] }], texts),
      say(["event-over", {}], texts),
      say(["odd", { none: null, is_it: true, some: [1, "b"], half: 0.5 }], texts),
    ]).toEqual(["place tile: x 1, of Hello", "over", "odd: none –, is it yes, some 1, b, half 0.5"]);
  });

  test("do not take arguments for patterns or for parts of JavaScript", () => {
    expect(say(["moved", { who: "{ $n }", n: "$&" }], texts)).toBe("{ $n } to $&");
    expect(say(["toString", {}], texts)).toBe("toString");
  });

  test.each([
    ["its label", { label: ["moved", { who: "a", n: "b" }], art: "disc" }, "a to b"],
    ["its own words", { kind: "text", text: "Round 3" }, "Round 3"],
    ["a button's words", { kind: "button", text: ["hello", {}] }, "Hello"],
    ["the game's name of its art", { art: "tile-D" }, "a road"],
    ["the house's name of built-in art", { art: "card/10S" }, "10 of spades"],
    ["the colour of a joker", { art: "card/XR" }, "red joker"],
    ["the number on its card", { art: "number/13" }, "card 13"],
    ["how many of what", { kind: "count", art: "card/back", n: 7 }, "7 × face-down card"],
    ["how many of what it calls them", { kind: "count", art: "disc", n: 0, label: ["hello", {}] }, "0 × Hello"],
    ["its art, if nobody has a name for it", { art: "gizmo" }, "gizmo"],
  ] as const)("an item is called by %s", (_, item, name) => expect(labelOf("some/id", item as never, look)).toBe(name));
});
