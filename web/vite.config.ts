import { defineConfig } from "vitest/config";

export default defineConfig({
  // Preact's JSX; no plugin is needed for that.
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // A data: address would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: "manifest.json",
  },
  test: { include: ["tests/**/*.test.{ts,tsx}"] },
});
