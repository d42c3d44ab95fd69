// Small line drawings of our own, 24 units wide, in the colour of the text around them.
const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  settings:
    "M4 7h9M19 7h1M4 12h1M11 12h9M4 17h11M19 17h1M16 4.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4M8 9.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4M17 14.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4",
  people: "M9 11.5a3.2 3.2 0 1 0 0-6.4a3.2 3.2 0 0 0 0 6.4M3.5 19c0-3 2.4-4.9 5.5-4.9s5.5 1.9 5.5 4.9M15.5 5.4a3.1 3.1 0 0 1 0 5.9M17 14.5c2.2.5 3.5 2.200 3.500 4.500",
  clock: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16M12 8v4.500l3 2",
  eye: "M2.500 12s3.500-6.500 9.500-6.500S21.500 12 21.500 12S18 18.500 12 18.500S2.500 12 2.500 12M12 9.200a2.800 2.800 0 1 1 0 5.600a2.800 2.800 0 0 1 0-5.600",
  lock: "M6.500 11h11v8.500h-11zM9 11V8a3 3 0 0 1 6 0v3",
  replay: "M5 12a7 7 0 1 0 2.200-5.100M5 4.500V9h4.500",
  link: "M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  sliders: "M5 7h14M5 12h14M5 17h14",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
