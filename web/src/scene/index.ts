// The renderer and the matcher: no game, no React, no DOM.
export * from "./targets";
export * from "./delta";
export { raised } from "./fans";
export * from "./match";
export * from "./offers";
export * from "./order";
export * from "./paint";
export * from "./place";
export { clockOn, seated, seatsWithPlates } from "./plate";
export * from "./say";
export { isMessage } from "./plainly";
export { sortables, sortKey, withSorts, type Sortable } from "./sorts";
export { comfortableHeight } from "./stage";
export * from "./svg";
export * from "./theme";
export * from "./types";
export * from "./zoom";
