// An instant of the page's own clock. A device's clock is set now and then, by the net or by hand; this one only goes on.
const ORIGIN = Date.now() - performance.now();

export const pageNow = (): number => ORIGIN + performance.now();
