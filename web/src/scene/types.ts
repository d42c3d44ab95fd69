// What the renderer works on, besides what goes over the wire.
import type { ArtShown, LookShown, ShownItem } from "../wire";

export type Message = string | (string | number)[];
export type Items = Record<string, ShownItem>;
export type Art = Record<string, ArtShown>;
export type Texts = Record<string, string>;
export type Look = LookShown;

/** How far a box with `pan` is zoomed, and where its middle is, in units of the box. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Viewport {
  width: number;
  height: number;
  /** By the box's id; one that is not here is fitted into its place. */
  zooms?: Record<string, Zoom>;
}

/** Where an item stands, in pixels of the viewport: its box before it is turned. In scene order, parents first. */
export interface Placed {
  id: string;
  item: ShownItem;
  parent: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
  turn: number;
  /** The box with `pan` that it is in, which clips it. */
  inside: string | null;
}

/** A piece of SVG: what React or a text are made of. Attributes are named as in SVG. */
export interface Drawn {
  tag: string;
  key?: string;
  attributes: Record<string, string | number>;
  children: (Drawn | string)[];
}
