// From places to SVG: a group for each item, under its id.
import type { Drawn, Look, Placed } from "./types";

export interface PaintOptions {
  /** What can be tapped now. */
  highlighted?: ReadonlySet<string>;
  /** What was tapped. */
  chosen?: ReadonlySet<string>;
  /** What the last move touched. */
  last?: ReadonlySet<string>;
  /** How the chosen offer would look: places of a scene of which its ghosts are a part. */
  ghosts?: readonly Placed[];
  /** A prefix for the ids of definitions, where several drawings are on one page. */
  prefix?: string;
}

/**
 * A group for each item in scene order, keyed by its id and moved by its `transform` alone. What is in a box with `pan`
 * is in a group of its own, keyed `<id> inside`, which clips it. Ghosts come under `ghost <id>`.
 */
export function paint(placed: readonly Placed[], look: Look, options: PaintOptions = {}): Drawn[] {
  void look;
  void options;
  return placed.map((one) => ({
    tag: "g",
    key: one.id,
    attributes: { transform: `translate(${one.x} ${one.y})` },
    children: [{ tag: "rect", attributes: { width: one.width, height: one.height, fill: "var(--panel)" }, children: [] }],
  }));
}

/** The art that these items show, by name. */
export function artNames(placed: readonly Placed[]): Set<string> {
  return new Set(placed.flatMap((one) => (one.item.art ? [one.item.art] : [])));
}

/** A `defs` of symbols for pictures, which the groups use. */
export function artDefs(names: Iterable<string>, look: Look, prefix = ""): Drawn {
  void names;
  void look;
  void prefix;
  return { tag: "defs", attributes: {}, children: [] };
}
