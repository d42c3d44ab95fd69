// Our own line icons, 24 units wide, in the colour of the surrounding text.
const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  settings:
    "M4 7h9M19 7h1M4 12h1M11 12h9M4 17h11M19 17h1M16 4.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4M8 9.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4M17 14.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4",
  people:
    "M9 11.5a3.2 3.2 0 1 0 0-6.4a3.2 3.2 0 0 0 0 6.4M3.5 19c0-3 2.4-4.9 5.5-4.9s5.5 1.9 5.5 4.9M15.5 5.4a3.1 3.1 0 0 1 0 5.9M17 14.5c2.2.5 3.5 2.2 3.5 4.5",
  clock: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16M12 8v4.5l3 2",
  eye: "M2.5 12s3.5-6.5 9.5-6.5S21.5 12 21.5 12S18 18.5 12 18.5S2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 0 1 0-5.6",
  lock: "M6.5 11h11v8.5h-11zM9 11V8a3 3 0 0 1 6 0v3",
  replay: "M5 12a7 7 0 1 0 2.2-5.1M5 4.5V9h4.5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  sort: "M5 7h5M5 12h8M5 17h11M18 4v9M15.2 10.4L18 13.2l2.8-2.8",
  sliders: "M5 7h14M5 12h14M5 17h14",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
