// Types of the renderer that are not sent over the wire.
import type { ArtShown, Message, ShownItem } from "../wire";

/** A plain text, such as a name, or a message: a catalogue key with its arguments. */
export type Words = string | Message;
/**
 * An item with what the viewer's page adds: to a plate the facts of its seat, to a box around seats the viewer's seat,
 * and to a sortable box the index of the chosen order.
 */
export type Item = ShownItem & { plate?: PlateShown; viewer?: number; sorting?: number };
export type Items = Record<string, Item>;
export type Art = Record<string, ArtShown>;

/** Translates words into a language. */
export interface Texts {
  has(key: string): boolean;
  tell(words: Words): string;
}

/** The art and texts of a game. */
export interface Look {
  art: Art;
  texts: Texts;
}

/**
 * Zoom of a box with `pan`: the size of a unit in pixels, and the point of the box that is in the middle, in its units.
 */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

export interface Viewport {
  width: number;
  height: number;
  /** By the id of the box; other boxes are fitted into their place. */
  zooms?: Record<string, Zoom>;
}

/** The place of an item in pixels of the viewport, before it is turned. In lists: in scene order, parents first. */
export interface Placed extends Rect {
  id: string;
  item: Item;
  parent: string | null;
  turn: number;
  /** The box with `pan` that contains and clips it. */
  inside: string | null;
  /** Its letter size. */
  font: number;
  /** For a box with `pan`: its current zoom, and its contents' bounds in its units. */
  zoom?: Zoom;
  bounds?: Rect;
}

/** The facts about a seat on its plate, besides what the game adds. */
export interface PlateShown {
  name: string;
  /** Missing in games without points. */
  score?: number | null;
  /** The match waits for this seat. */
  turn?: boolean;
  /** The player has chosen and others have not. */
  done?: boolean;
  /** This is the viewer's own seat. */
  mine?: boolean;
  away?: boolean;
  /** The clock's text; empty if the page draws the clock in the reserved room. */
  clock?: string | null;
  /** Another fact about the player. */
  note?: string;
}

/** A piece of SVG, from which React elements or text are made. Attributes have their SVG names. */
export interface Drawn {
  tag: string;
  key?: string;
  attributes: Record<string, string | number>;
  children: (Drawn | string)[];
  /** Markup instead of children: art, which was checked when it was loaded. */
  markup?: string;
}
