import { defineConfig } from "vite";

// The renderer as one script for an embedded engine: `gamenight picture` uses it.
export default defineConfig({
  build: {
    outDir: "../src/gamenight/page",
    emptyOutDir: false,
    copyPublicDir: false,
    target: "es2020",
    lib: { entry: "src/scene/picture.ts", formats: ["iife"], name: "scene", fileName: () => "scene.js" },
  },
});
