// The renderer and the matcher of taps: without any game, React or DOM.
export * from "./offers/targets";
export * from "./delta";
export { raised } from "./layout/fans";
export * from "./offers/taps";
export * from "./offers/offers";
export * from "./layout/order";
export * from "./drawing/paint";
export * from "./layout/place";
export { clockOn, seated, seatsWithPlates } from "./layout/plate";
export * from "./say";
export { isMessage } from "./plainWords";
export { sortables, sortKey, withSorts, type Sortable } from "./layout/sorts";
export { comfortableHeight } from "./layout/scale";
export * from "./drawing/svg";
export * from "./drawing/theme";
export * from "./types";
export * from "./layout/zoom";
