// Drawings: one group per item, no markup from texts, a picture for every built-in name.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAIN } from "../../../src/scene";
import {
  artDefs,
  artNames,
  paint,
  place,
  properties,
  svgText,
  variables,
  type Drawn,
  type Items,
  type Look,
} from "../../../src/scene";
import { artOf } from "../../../src/scene/drawing/art";
import { picture } from "../../../src/scene/picture";

const LOOK: Look = { art: {}, texts: PLAIN };
const SIZE = { width: 900, height: 700 };

function painted(items: Items, options = {}): string {
  return paint(place(items, LOOK, SIZE), LOOK, options)
    .map(svgText)
    .join("");
}

describe("every item", () => {
  test("has one group, under its id, in scene order", () => {
    const items: Items = {
      a: { kind: "box", flow: "row" },
      "a/0": { art: "disc", seat: 1 },
      "a/1": { art: "die/3", turn: 90 },
      t: { kind: "text", text: "Hi" },
    };
    expect(paint(place(items, LOOK, SIZE), LOOK).map(({ key }) => key)).toEqual(["a", "a/0", "a/1", "t"]);
  });

  test("in a box that pans is in a group that clips it", () => {
    const items: Items = { a: { kind: "box", flow: "grid", pan: true }, "a/0,0": { art: "disc" } };
    const [box, inside] = paint(place(items, LOOK, SIZE), LOOK, { ghosts: place(items, LOOK, SIZE).slice(1) });
    expect([box?.key, inside?.key]).toEqual(["a", "a inside"]);
    expect(inside?.children.map((child) => (child as Drawn).key)).toEqual(["clip", "a/0,0", "ghost a/0,0"]);
    expect(inside?.attributes["clip-path"]).toBe(
      `url(#${(inside?.children[0] as Drawn | undefined)?.attributes["id"]})`,
    );
  });

  test("is moved only by its group's transform", () => {
    const items: Items = {
      a: { art: "disc" },
      b: { kind: "button", text: "Go" },
      c: { kind: "count", art: "card/back", n: 5 },
    };
    const parts = (shift: number): unknown[] =>
      paint(
        place(items, LOOK, SIZE).map((one) => ({ ...one, x: one.x + shift })),
        LOOK,
      ).map(({ children }) => children);
    expect(parts(50)).toEqual(parts(0));
  });
});

describe("texts", () => {
  const NASTY = fc.constantFrom(
    "<script>alert(1)</script>",
    '"/><image href="x" onload="1"/>',
    "&amp;<!--",
    "'];//",
    "a&b<c>d\"e'f",
  );

  test("never become markup", () => {
    fc.assert(
      fc.property(NASTY, fc.string(), (nasty, more) => {
        const words = nasty + more;
        const items: Items = {
          [`x${nasty}`]: { kind: "text", text: words, strong: true },
          b: { kind: "button", text: words },
          t: { kind: "table", head: [words], rows: [[words, 3]] },
          p: { art: words, badge: words },
          f: { kind: "box", frame: true, label: words },
        };
        const drawn = painted(items, { highlighted: new Set(Object.keys(items)) });
        const tags = [...drawn.matchAll(/<\/?([^\s/>]*)/g)].map((match) => match[1]);
        expect(new Set(tags)).toEqual(new Set(["g", "rect", "text", "path"]));
        expect(drawn.replace(/="[^"]*"/g, "").replace(/&(amp|lt|gt|quot|#39);/g, "")).not.toMatch(/["'&]/);
      }),
    );
  });

  test("are escaped in a picture that stands alone", () => {
    const scene = { items: { a: { kind: "text", text: "<b>&" } }, text: "<script>" };
    const svg = picture(JSON.stringify({ scene, look: LOOK, ...SIZE, theme: "light" }));
    expect(svg).toContain("&lt;b&gt;&amp;");
    expect(svg).not.toContain("<script");
  });

  test("lose characters that XML forbids", () => {
    const label = "A\u0000d\u001b\ud800a\uffff \u{1f600}\t";
    const drawn = svgText({ tag: "text", attributes: { "data-name": label }, children: [label] });
    expect(drawn).toBe('<text data-name="Ada \u{1f600}\t">Ada \u{1f600}\t</text>');
  });
});

describe("art", () => {
  const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const cards = RANKS.flatMap((rank) => ["S", "H", "D", "C"].map((suit) => `card/${rank}${suit}`));
  const names = [
    ...cards,
    "card/back",
    "card/XR",
    "card/XB",
    "die/1",
    "die/2",
    "die/3",
    "die/4",
    "die/5",
    "die/6",
    "die/back",
    "disc",
    "ring",
    "cross",
    "cell",
    "number/0",
    "number/13",
    "number/-4",
    "number/1000",
  ];

  test("exists for every built-in name, each different", () => {
    const drawn = names.map((name) => artOf(name, LOOK)?.svg);
    expect(drawn).not.toContain(undefined);
    expect(new Set(drawn).size).toBe(names.length);
  });

  test("draws its own letters: no text, no fonts, no styles, no references", () => {
    for (const name of names) expect(artOf(name, LOOK)?.svg).not.toMatch(/<text|font|style|href|url\(|<script/);
  });

  test("uses variables that both themes have", () => {
    const used = new Set(
      names.flatMap((name) =>
        [...(artOf(name, LOOK)?.svg ?? "").matchAll(/var\((--[\w-]+)\)/g)].map((match) => match[1]),
      ),
    );
    for (const theme of ["light", "dark"] as const)
      for (const name of used) expect(variables(theme)).toHaveProperty([String(name)]);
  });

  test("of a game has priority over a built-in one", () => {
    const own = { svg: "<g/>", box: [0, 0, 2, 1] as [number, number, number, number] };
    expect(artOf("disc", { art: { disc: own }, texts: PLAIN })).toBe(own);
  });

  test("that does not exist is replaced by its name", () => {
    expect(artOf("nothing/here", LOOK)).toBeNull();
    expect(painted({ a: { art: "unicorn" } })).toContain("unicorn");
  });

  test("is defined once for all its uses", () => {
    const placed = place({ a: { art: "disc" }, b: { art: "disc" }, c: { art: "card/10S" } }, LOOK, SIZE);
    const symbols = artDefs(artNames(placed), LOOK, "p-").children as Drawn[];
    const ids = symbols.map(({ attributes }) => `#${attributes["id"]}`);
    const uses = paint(placed, LOOK, { prefix: "p-" }).map(svgText).join("");
    expect(ids).toHaveLength(2);
    expect(new Set([...uses.matchAll(/href="([^"]*)"/g)].map((match) => match[1]))).toEqual(new Set(ids));
  });
});

describe("a picture that stands alone", () => {
  const items: Items = {
    a: { art: "disc", seat: 2 },
    b: { art: "card/QH" },
    t: { kind: "text", text: "Élan 3 × 漢", seat: 0 },
    p: { kind: "box", pan: true, flow: "grid" },
    "p/0,0": { art: "die/5", turn: 45 },
  };
  const alone = (more: object): string =>
    picture(
      JSON.stringify({ scene: { items, text: "What now?", last: ["a"] }, look: LOOK, ...SIZE, theme: "dark", ...more }),
    );

  test("has no variables left, and the seats' own colours", () => {
    expect(alone({})).not.toMatch(/var\(|style=/);
    expect(alone({})).toContain(variables("dark")["--seat-2"]);
  });

  test("has the suits in four colours if asked", () => {
    expect(
      picture(
        JSON.stringify({
          scene: { items: { d: { art: "card/2D" } } },
          look: LOOK,
          ...SIZE,
          theme: "light",
          deck: "four",
        }),
      ),
    ).toContain(variables("light", "four")["--suit-D"]);
  });
});

test("React gets its own attribute names, and styles as an object", () => {
  const drawn: Drawn = {
    tag: "g",
    attributes: { "stroke-width": 2, class: "x", style: "--seat: var(--seat-1); --seat-ink: red", "data-id": "q" },
    children: [],
  };
  expect(properties(drawn)).toEqual({
    strokeWidth: 2,
    className: "x",
    style: { "--seat": "var(--seat-1)", "--seat-ink": "red" },
    "data-id": "q",
  });
});
