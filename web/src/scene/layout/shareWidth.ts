// Shares a width that is too small for all columns.

/** Widths between `needed` and `wanted` whose sum is `room`: all wide columns get the same limit. */
export function sharedWidths(wanted: number[], needed: number[], room: number): number[] {
  let [low, high] = [0, Math.max(0, ...wanted)];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (total(wanted, needed, middle) > room) high = middle;
    else low = middle;
  }
  return wanted.map((want, index) => Math.max(needed[index] ?? 0, Math.min(want, low)));
}

/** The sum of the widths under this limit. A loop, as closures and lists took a third of a layout's time. */
function total(wanted: number[], needed: number[], limit: number): number {
  let all = 0;
  for (let index = 0; index < wanted.length; index += 1)
    all += Math.max(needed[index] ?? 0, Math.min(wanted[index] ?? 0, limit));
  return all;
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
