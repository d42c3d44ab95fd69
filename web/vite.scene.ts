import { defineConfig } from "vite";

// The renderer alone, as one script that an embedded engine can run: `gamenight picture` draws with it.
export default defineConfig({
  build: {
    outDir: "../src/gamenight/page",
    emptyOutDir: false,
    copyPublicDir: false,
    target: "es2020",
    lib: { entry: "src/scene/picture.ts", formats: ["iife"], name: "scene", fileName: () => "scene.js" },
  },
});
