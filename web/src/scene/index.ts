// The renderer and the matcher of taps: without any game, React or DOM.
export * from "./targets";
export * from "./delta";
export { raised } from "./fans";
export * from "./taps";
export * from "./offers";
export * from "./order";
export * from "./paint";
export * from "./place";
export { clockOn, seated, seatsWithPlates } from "./plate";
export * from "./say";
export { isMessage } from "./plainWords";
export { sortables, sortKey, withSorts, type Sortable } from "./sorts";
export { comfortableHeight } from "./scale";
export * from "./svg";
export * from "./theme";
export * from "./types";
export * from "./zoom";
