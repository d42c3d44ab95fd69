// Shares a width that is too small for all columns.

/** Widths between `needed` and `wanted` whose sum is `room`: all wide columns get the same limit. */
export function sharedWidths(wanted: number[], needed: number[], room: number): number[] {
  let [low, high] = [0, Math.max(0, ...wanted)];
  const limitedTo = (limit: number): number[] =>
    wanted.map((want, index) => Math.max(needed[index] ?? 0, Math.min(want, limit)));
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (sum(limitedTo(middle)) > room) high = middle;
    else low = middle;
  }
  return limitedTo(low);
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
