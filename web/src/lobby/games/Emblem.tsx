// An emblem for a game category. Games choose the names of categories, so an unknown one gets a plain emblem.
interface Mark {
  lines: string;
  /** Filled circles: x, y and radius. */
  dots: readonly (readonly [number, number, number])[];
}

const PLAIN: Mark = {
  lines: "M16 8.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15M27 27l12 12M39 27L27 39",
  dots: [
    [33, 16, 4.5],
    [16, 33, 4.5],
  ],
};

const MARKS: Readonly<Record<string, Mark>> = {
  board: {
    lines: "M9 9h30v30H9zM24 9v30M9 24h30",
    dots: [
      [31.5, 16.5, 3.8],
      [16.5, 31.5, 3.8],
    ],
  },
  cards: { lines: "M9 14.5l14.5-4.5l8 25l-14.5 4.5zM28.5 10h10.5v25.5h-2.5", dots: [[20.3, 25, 3.6]] },
  dice: {
    lines:
      "M13 8.5h22a4.5 4.5 0 0 1 4.5 4.5v22a4.5 4.5 0 0 1-4.5 4.5h-22a4.5 4.5 0 0 1-4.5-4.5v-22a4.5 4.5 0 0 1 4.5-4.5z",
    dots: [
      [17, 17, 3],
      [31, 17, 3],
      [24, 24, 3],
      [17, 31, 3],
      [31, 31, 3],
    ],
  },
  tiles: {
    lines: "M14 8h20v32H14zM14 35h20",
    dots: [
      [24, 16, 3.2],
      [24, 26.5, 3.2],
    ],
  },
};

export function Emblem({ category }: { category: string }) {
  const { lines, dots } = MARKS[category] ?? PLAIN;
  return (
    <svg className="emblem" viewBox="0 0 48 48" width="44" height="44" aria-hidden="true" focusable="false">
      <path
        d={lines}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {dots.map(([x, y, radius]) => (
        <circle key={`${x},${y}`} cx={x} cy={y} r={radius} fill="currentColor" />
      ))}
    </svg>
  );
}
