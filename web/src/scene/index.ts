// The renderer and the matcher: no game, no React, no DOM.
export * from "./targets";
export * from "./delta";
export * from "./match";
export * from "./offers";
export * from "./order";
export * from "./paint";
export * from "./place";
export * from "./say";
export { comfortableHeight } from "./stage";
export * from "./svg";
export * from "./theme";
export * from "./types";
export * from "./zoom";
