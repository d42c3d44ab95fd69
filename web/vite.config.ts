import { defineConfig } from "vitest/config";

// The page. The server fills in the build number in `index.html`.
export default defineConfig({
  build: {
    outDir: "../src/gamenight/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  oxc: { jsx: { runtime: "automatic" } },
  test: { pool: "threads", include: ["test/**/*.test.ts", "test/**/*.test.tsx"], setupFiles: ["test/seed.ts"] },
});
