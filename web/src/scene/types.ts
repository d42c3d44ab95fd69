// What the renderer works on, besides what goes over the wire.
import type { ArtShown, LookShown, ShownItem } from "../wire";

export type Message = string | (string | number)[];
export type Items = Record<string, ShownItem>;
export type Art = Record<string, ArtShown>;
export type Texts = Record<string, string>;
export type Look = LookShown;

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
  item: ShownItem;
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

/** A piece of SVG: what React or a text are made of. Attributes are named as in SVG. */
export interface Drawn {
  tag: string;
  key?: string;
  attributes: Record<string, string | number>;
  children: (Drawn | string)[];
  /** Markup in place of children: art, which was checked when it was loaded. */
  markup?: string;
}
