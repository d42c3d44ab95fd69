// The page's monotonic clock, as Unix milliseconds: it does not jump when the device's clock is adjusted.
const ORIGIN = Date.now() - performance.now();

export const pageNow = (): number => ORIGIN + performance.now();
