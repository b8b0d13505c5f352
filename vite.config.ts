import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";
import { serverWall } from "./scripts/server-wall.ts";
import { sharedChunks } from "./scripts/shared-chunks.ts";

const forBrowsers = { output: { manualChunks: sharedChunks(), onlyExplicitManualChunks: true } };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [serverWall(), remix(options)],
  build: { target: "es2022", assetsInlineLimit: 0, ...(!isSsrBuild && { rollupOptions: forBrowsers }) },
  server: { host: "127.0.0.1" },
}));
