// A table of the scene as an HTML table: read out with the scene, and shown with the result.
import { say } from "../../scene";
import type { Look, Words } from "../../scene";
import type { ShownItem } from "../../wire";

interface ItemTableProps {
  item: ShownItem;
  look: Look;
  className?: string | undefined;
}

export function ItemTable({ item, look, className }: ItemTableProps) {
  const words = (cell: Words | number): string => (typeof cell === "number" ? String(cell) : say(cell, look.texts));
  return (
    <table className={className}>
      {item.label && <caption>{say(item.label, look.texts)}</caption>}
      <thead>
        <tr>
          {(item.head ?? []).map((cell, index) => (
            <th key={index} scope="col" className={isOfNumbers(item, index) ? "is-number" : undefined}>
              {words(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(item.rows ?? []).map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column} className={typeof cell === "number" ? "is-number" : undefined}>
                {words(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isOfNumbers = ({ rows = [] }: ShownItem, column: number): boolean =>
  rows.every((row) => typeof row[column] === "number");
