// The matcher: for any offers, highlighted taps lead to each of them, and there is no dead end.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { alternatives, continues, situation, tapped, undone } from "../../../src/scene";
import type { ShownOffer, ShownStep } from "../../../src/wire";

// A long timeout, because there are many cases and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const ID = fc.constantFrom("a", "b", "c", "d", "e");

const STEP: fc.Arbitrary<ShownStep> = fc
  .record({
    ids: fc.uniqueArray(ID, { minLength: 1, maxLength: 5 }),
    low: fc.nat(3),
    more: fc.nat(2),
    each: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ ids, low, more, each }) => {
    const min = Math.min(low, ids.length * each);
    return { ids, min, max: Math.max(1, min + more), each };
  });

const OFFER: fc.Arbitrary<ShownOffer> = fc
  .record({ steps: fc.array(STEP, { minLength: 0, maxLength: 3 }), distinct: fc.boolean() })
  .map((parts) => ({ label: "offer", ...parts }));

const OFFERS = fc.array(OFFER, { minLength: 1, maxLength: 5 });
const TAPS = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "junk"), { maxLength: 8 });

/** Every multiset of ids that satisfies a step, as sorted lists. */
function picksOf(step: ShownStep): string[][] {
  let lists: string[][] = [[]];
  for (const id of step.ids) {
    lists = lists.flatMap((list) =>
      Array.from({ length: (step.each ?? 1) + 1 }, (_, times) => [...list, ...Array<string>(times).fill(id)]),
    );
  }
  return lists.filter((list) => list.length >= (step.min ?? 1) && list.length <= (step.max ?? 1));
}

/** Every way to make an offer, by brute force, to check the matcher. */
function waysOf(offer: ShownOffer): string[][][] {
  let ways: string[][][] = [[]];
  for (const step of offer.steps ?? []) {
    const picks = picksOf(step);
    ways = ways.flatMap((way) =>
      picks
        .filter((list) => !offer.distinct || !way.some((earlier) => earlier.some((id) => list.includes(id))))
        .map((list) => [...way, list]),
    );
  }
  return (offer.steps ?? []).length > 0 ? ways : [];
}

function walk(offers: ShownOffer[], ids: string[]): string[] {
  return ids.reduce<string[]>((taps, id) => tapped(offers, taps, id), []);
}

describe("property", () => {
  test("highlighted taps reach every way to make every offer, in any order inside a step", () => {
    fc.assert(
      fc.property(OFFERS, fc.nat(), fc.infiniteStream(fc.nat(1000)), (offers, seed, randoms) => {
        const ways = offers.flatMap((offer, number) => waysOf(offer).map((way) => ({ number, way })));
        const chosen = ways[seed % Math.max(1, ways.length)];
        if (!chosen) return;
        let taps: string[] = [];
        for (const picks of chosen.way) {
          for (const id of shuffled(picks, randoms)) {
            expect(continues(offers, taps)).toContain(id);
            taps = tapped(offers, taps, id);
          }
        }
        expect([...taps].sort()).toEqual(chosen.way.flat().sort());
        expect(situation(offers, taps).complete).toContain(chosen.number);
      }),
      { numRuns: 500 },
    );
  });

  test("exactly the ids that can be completed are highlighted", () => {
    fc.assert(
      fc.property(OFFERS, fc.infiniteStream(fc.nat(1000)), fc.nat(5), (offers, randoms, length) => {
        const taps = randomWalk(offers, randoms, length);
        expect([...continues(offers, taps)].sort()).toEqual(onwardByForce(offers, taps));
      }),
      { numRuns: 300 },
    );
  });

  test("no sequence of highlighted taps ends before an offer is complete", () => {
    fc.assert(
      fc.property(OFFERS, fc.infiniteStream(fc.nat(1000)), (offers, randoms) => {
        if (offers.every((offer) => waysOf(offer).length === 0)) return;
        const taps = randomWalk(offers, randoms, 50);
        expect(continues(offers, taps).size).toBe(0);
        expect(situation(offers, taps).complete).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("the picks of a complete offer go through its steps", () => {
    fc.assert(
      fc.property(OFFERS, TAPS, (offers, ids) => {
        const { complete, picks } = situation(offers, walk(offers, ids));
        for (const number of complete) {
          const way = picks(number).map((list) => [...list].sort());
          expect(
            waysOf(offers[number] as ShownOffer).map((known) => known.map((list) => [...list].sort())),
          ).toContainEqual(way);
        }
      }),
    );
  });

  test("undo removes exactly the last tap", () => {
    fc.assert(
      fc.property(OFFERS, TAPS, (offers, ids) => {
        const taps = walk(offers, ids);
        for (const id of continues(offers, taps)) {
          const before = situation(offers, taps);
          if (before.complete.length > 1) continue; // repeated taps are dropped when another tap continues
          expect(undone(tapped(offers, taps, id))).toEqual(taps);
        }
      }),
    );
  });

  test("taps on ids that are not offered change nothing", () => {
    fc.assert(
      fc.property(OFFERS, TAPS, (offers, ids) => {
        const taps = walk(offers, ids);
        expect(tapped(offers, taps, "junk")).toEqual(taps);
        expect(
          walk(
            offers,
            ids.filter((id) => id !== "junk"),
          ),
        ).toEqual(taps);
      }),
    );
  });

  test("whatever is tapped, some offer can still be completed", () => {
    fc.assert(
      fc.property(OFFERS, TAPS, (offers, ids) => {
        if (offers.every((offer) => waysOf(offer).length === 0)) return;
        const { complete, extendable } = situation(offers, walk(offers, ids));
        expect(complete.length > 0 || extendable).toBe(true);
      }),
    );
  });

  test("alternatives are exactly the ids that do not continue but are accepted", () => {
    fc.assert(
      fc.property(OFFERS, TAPS, (offers, ids) => {
        const taps = walk(offers, ids);
        const others = alternatives(offers, taps);
        const onward = continues(offers, taps);
        for (const id of others) {
          expect(onward).not.toContain(id);
          expect(tapped(offers, taps, id).at(-1)).toBe(id);
          expect(tapped(offers, taps, id).length).toBeLessThanOrEqual(taps.length);
        }
        for (const id of ["a", "b", "c", "d", "e"]) {
          const isTaken = tapped(offers, taps, id).join() !== taps.join();
          if (isTaken && !onward.has(id) && id !== taps.at(-1)) expect(others).toContain(id);
        }
      }),
    );
  });

  test("taps of other offers are tolerated", () => {
    fc.assert(
      fc.property(OFFERS, TAPS, (offers, taps) => {
        situation(offers, taps);
        continues(offers, taps);
        tapped(offers, taps, "a");
      }),
    );
  });
});

function shuffled(list: string[], randoms: Iterator<number>): string[] {
  return list
    .map((id): [number, string] => [randoms.next().value, id])
    .sort(([one], [other]) => one - other)
    .map(([, id]) => id);
}

function randomWalk(offers: ShownOffer[], randoms: Iterator<number>, length: number): string[] {
  let taps: string[] = [];
  for (let count = 0; count < length; count += 1) {
    const onward = [...continues(offers, taps)];
    if (onward.length === 0) break;
    taps = tapped(offers, taps, onward[randoms.next().value % onward.length] as string);
  }
  return taps;
}

/** The possible next ids after these taps, over all ways and orders. */
function onwardByForce(offers: ShownOffer[], taps: string[]): string[] {
  const found = new Set<string>();
  for (const way of offers.flatMap(waysOf)) {
    for (const id of nextIn(way, taps)) found.add(id);
  }
  return [...found].sort();
}

function nextIn(way: string[][], taps: string[]): string[] {
  let left = way.map((list) => [...list]);
  let index = 0;
  for (const id of taps) {
    while (left[index]?.length === 0) index += 1;
    const at = left[index]?.indexOf(id) ?? -1;
    if (at < 0) return [];
    left = left.map((list, number) => (number === index ? list.filter((_, place) => place !== at) : list));
  }
  while (left[index]?.length === 0) index += 1;
  return left[index] ?? [];
}

describe("taps", () => {
  const place = (id: string, turn: number): ShownOffer => ({
    label: `${id} ${turn}`,
    steps: [{ ids: [id] }],
    confirm: true,
  });

  test("a complete offer that cannot continue is the choice", () => {
    const { complete, extendable, choice } = situation([place("x", 0), place("y", 0)], ["y"]);
    expect({ complete, extendable, choice }).toEqual({ complete: [1], extendable: false, choice: 1 });
  });

  test("repeated taps step through several complete offers, and around", () => {
    const offers = [place("x", 0), place("y", 0), place("x", 90), place("x", 180)];
    const choices = [1, 2, 3, 4].map((times) => situation(offers, walk(offers, Array<string>(times).fill("x"))).choice);
    expect(choices).toEqual([0, 2, 3, 0]);
  });

  test("undo steps back to the previous one of several offers", () => {
    const offers = [place("x", 0), place("x", 90), place("x", 180)];
    expect(situation(offers, undone(walk(offers, ["x", "x", "x"]))).choice).toBe(1);
  });

  test("a tap on another place replaces the first", () => {
    const offers = [place("x", 0), place("x", 90), place("y", 0)];
    expect(alternatives(offers, ["x", "x"])).toEqual(new Set(["y"]));
    expect(tapped(offers, ["x", "x"], "y")).toEqual(["y"]);
  });

  test("a tap on the only complete offer again changes nothing", () => {
    expect(tapped([place("x", 0)], ["x"], "x")).toEqual(["x"]);
  });

  test("an offer without steps is never made by taps", () => {
    const { complete, extendable } = situation([{ label: "pass" }], []);
    expect({ complete, extendable }).toEqual({ complete: [], extendable: false });
  });

  test("some of several cards: Done is possible from the minimum on", () => {
    const offers: ShownOffer[] = [{ label: "discard", steps: [{ ids: ["a", "b", "c"], min: 1, max: 2 }] }];
    expect(situation(offers, [])).toMatchObject({ complete: [], extendable: true, choice: null });
    expect(situation(offers, ["a"])).toMatchObject({ complete: [0], extendable: true, choice: 0 });
    expect(situation(offers, ["a", "c"])).toMatchObject({ complete: [0], extendable: false, choice: 0 });
  });

  test("with distinct steps, the only card for the last step is not offered earlier", () => {
    const offers: ShownOffer[] = [{ label: "swap", distinct: true, steps: [{ ids: ["a", "b"] }, { ids: ["a"] }] }];
    expect(continues(offers, [])).toEqual(new Set(["b"]));
  });

  test("the prompt shows the labels of the steps that accept a tap", () => {
    const offers: ShownOffer[] = [
      {
        label: "move",
        steps: [
          { ids: ["a"], label: "which" },
          { ids: ["b"], label: "where" },
        ],
      },
    ];
    expect(situation(offers, []).asks).toEqual(["which"]);
    expect(situation(offers, ["a"]).asks).toEqual(["where"]);
  });
});
