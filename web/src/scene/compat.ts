// Replacements for functions that an embedded JavaScript engine of 2020 lacks.

export function last<T>(list: readonly T[]): T | undefined {
  return list[list.length - 1];
}

export function has(record: object, key: string): boolean {
  // biome-ignore lint/suspicious/noPrototypeBuiltins: `Object.hasOwn` is newer than the oldest engine that runs this.
  return Object.prototype.hasOwnProperty.call(record, key);
}

/** Rounded to a hundredth: far finer than a pixel, and the same in every engine. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
