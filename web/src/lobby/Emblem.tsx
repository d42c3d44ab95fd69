// A mark for a kind of game. Kinds are words of the games' own; one that is not known here has the plain mark.
const MARKS: Readonly<Record<string, string>> = {
  board: "M8 8h14v14H8zM26 8h14v14H26zM8 26h14v14H8zM29 29.500h8v8h-8z",
  cards: "M10 13l13-4 7 24-13 4zM31 12h7v26H25",
  dice: "M9 9h30v30H9zM17 17h.1M31 17h.1M24 24h.1M17 31h.1M31 31h.1",
  plain: "M17 10a7 7 0 1 1 0 14a7 7 0 0 1 0-14M31 24a7 7 0 1 1 0 14a7 7 0 0 1 0-14M28 10l9 9M37 10l-9 9",
};

export function Emblem({ category }: { category: string }) {
  const mark = MARKS[category] ?? MARKS["plain"];
  return (
    <svg className="emblem" viewBox="0 0 48 48" width="44" height="44" aria-hidden="true" focusable="false">
      <path
        d={mark}
        fill="none"
        stroke="currentColor"
        strokeWidth={category === "dice" ? 3 : 2.400}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
