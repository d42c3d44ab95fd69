// A table's columns and rows.
import type { ShownItem } from "../wire";
import { textWidth } from "./letters";
import { say } from "./say";
import type { Look, Message } from "./types";

export interface TableShape {
  width: number;
  height: number;
  rowHeight: number;
  columns: { x: number; width: number; isNumber: boolean }[];
  head: string[];
  rows: string[][];
}

/** How a table looks in letters of this size: every column as wide as its widest cell. */
export function tableOf(item: ShownItem, look: Look, font: number): TableShape {
  const head = (item.head ?? []).map((cell) => worded(cell, look));
  const values = item.rows ?? [];
  const rows = values.map((row) => row.map((cell) => worded(cell, look)));
  const count = Math.max(head.length, ...rows.map((row) => row.length));
  const rowHeight = 1.7 * font;
  const columns: TableShape["columns"] = [];
  let x = 0;
  for (let column = 0; column < count; column += 1) {
    const widths = [head, ...rows].map((row) => textWidth(row[column] ?? "", font, row === head));
    const isNumber = values.length > 0 && values.every((row) => isFigure(row[column]));
    const width = Math.max(font, ...widths) + 1.15 * font;
    columns.push({ x, width, isNumber });
    x += width;
  }
  const lines = rows.length + (head.some((cell) => cell !== "") ? 1 : 0);
  return { width: Math.max(x, font), height: Math.max(1, lines) * rowHeight, rowHeight, columns, head, rows };
}

function worded(cell: Message | number, look: Look): string {
  return typeof cell === "number" ? String(cell) : say(cell, look.texts);
}

function isFigure(cell: Message | number | undefined): boolean {
  return typeof cell === "number" || (typeof cell === "string" && /^[-+−]?\d*[.,]?\d*%?$/.test(cell));
}
