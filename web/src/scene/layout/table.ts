// A table's columns and rows.
import type { ShownItem } from "../../wire";
import { textWidth } from "./textWidth";
import { sharedWidths, sum } from "./shareWidth";
import { say } from "../say";
import type { Look, Words } from "../types";

export interface TableShape {
  width: number;
  height: number;
  rowHeight: number;
  columns: { x: number; width: number; isNumber: boolean }[];
  head: string[];
  rows: string[][];
}

/** Minimum width of a column of words, in letter sizes, unless its words are shorter. */
const LEAST_COLUMN = 4.5;

/**
 * The layout of a table at this letter size: every column has the width of its widest cell, or less if there is not
 * enough room.
 */
export function tableOf(item: ShownItem, look: Look, font: number, room = Infinity): TableShape {
  const head = (item.head ?? []).map((cell) => worded(cell, look));
  const values = item.rows ?? [];
  const rows = values.map((row) => row.map((cell) => worded(cell, look)));
  const count = Math.max(head.length, ...rows.map((row) => row.length));
  const rowHeight = 1.7 * font;
  const natural = Array.from({ length: count }, (_, column) => {
    const widths = [head, ...rows].map((row) => textWidth(row[column] ?? "", font, row === head));
    return Math.max(font, ...widths) + COLUMN_PAD * font;
  });
  const isNumber = natural.map((_, column) => values.length > 0 && values.every((row) => isFigure(row[column])));
  const least = natural.map((width, column) => (isNumber[column] ? width : Math.min(width, LEAST_COLUMN * font)));
  const fits = sum(natural) <= room + 0.01 * font;
  const columns: TableShape["columns"] = [];
  let x = 0;
  (fits ? natural : sharedWidths(natural, least, room)).forEach((width, column) => {
    columns.push({ x, width, isNumber: isNumber[column] === true });
    x += width;
  });
  const lines = rows.length + (head.some((cell) => cell !== "") ? 1 : 0);
  return { width: Math.max(x, font), height: Math.max(1, lines) * rowHeight, rowHeight, columns, head, rows };
}

/** The padding of a column, in letter sizes. */
export const COLUMN_PAD = 1.15;

function worded(cell: Words | number, look: Look): string {
  return typeof cell === "number" ? String(cell) : say(cell, look.texts);
}

function isFigure(cell: Words | number | undefined): boolean {
  return typeof cell === "number" || (typeof cell === "string" && /^[-+−]?\d*[.,]?\d*%?$/.test(cell));
}
