// Sharing a width that is not enough for all.

/** Widths between what is needed and what is wanted, with this sum: the modest get what they want. */
export function poured(wanted: number[], needed: number[], room: number): number[] {
  let [low, high] = [0, Math.max(0, ...wanted)];
  const level = (water: number): number[] =>
    wanted.map((want, index) => Math.max(needed[index] ?? 0, Math.min(want, water)));
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (sum(level(middle)) > room) high = middle;
    else low = middle;
  }
  return level(low);
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
