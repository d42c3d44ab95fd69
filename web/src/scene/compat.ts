// What an embedded engine of 2020 does not have yet.

export function last<T>(list: readonly T[]): T | undefined {
  return list[list.length - 1];
}

export function has(record: object, key: string): boolean {
  // biome-ignore lint/suspicious/noPrototypeBuiltins: `Object.hasOwn` is newer than the oldest engine that runs this.
  return Object.prototype.hasOwnProperty.call(record, key);
}

/** To a hundredth: far finer than a pixel, and the same in every engine. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
