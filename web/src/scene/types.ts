// What the renderer works on, besides what goes over the wire.
import type { ArtShown, Message, ShownItem } from "../wire";

/** A text that is said as it is, such as a name; or a message: a key of a catalogue and what goes into its text. */
export type Words = string | Message;
/**
 * An item, with what whoever draws it knows: of a plate what is told of its seat, of a box around seats who looks, of one
 * that can be sorted which of its orders is chosen.
 */
export type Item = ShownItem & { plate?: PlateShown; viewer?: number; sorting?: number };
export type Items = Record<string, Item>;
export type Art = Record<string, ArtShown>;

/** How words are said in a language. */
export interface Texts {
  has(key: string): boolean;
  tell(words: Words): string;
}

/** What a game brings for whoever draws its scenes. */
export interface Look {
  art: Art;
  texts: Texts;
}

/** How large a unit of a box with `pan` is, in pixels, and which point of the box is in the middle, in its units. */
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
  /** By the box's id; one that is not here is fitted into its place. */
  zooms?: Record<string, Zoom>;
}

/** Where an item stands, in pixels of the viewport: its box before it is turned. In scene order, parents first. */
export interface Placed extends Rect {
  id: string;
  item: Item;
  parent: string | null;
  turn: number;
  /** The box with `pan` that it is in, which clips it. */
  inside: string | null;
  /** The size of its letters. */
  font: number;
  /** Of a box with `pan`: how it is zoomed now, and what it holds, in its units. */
  zoom?: Zoom;
  bounds?: Rect;
}

/** What is told of a seat on its plate, besides what the game adds. */
export interface PlateShown {
  name: string;
  /** Missing where nobody has points. */
  score?: number | null;
  /** The match waits for this seat. */
  turn?: boolean;
  /** It has answered, and others have not. */
  done?: boolean;
  /** Whoever looks sits here. */
  mine?: boolean;
  away?: boolean;
  /** What the clock shows; empty where the page draws it, and its room is kept. */
  clock?: string | null;
  /** What else is to be known of whoever sits there. */
  note?: string;
}

/** A piece of SVG: what React or a text are made of. Attributes are named as in SVG. */
export interface Drawn {
  tag: string;
  key?: string;
  attributes: Record<string, string | number>;
  children: (Drawn | string)[];
  /** Markup in place of children: art, which was checked when it was loaded. */
  markup?: string;
}
