import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";
import { afterClient } from "./scripts/bundle/after-client.ts";
import { serverWall } from "./scripts/server-wall.ts";
import { sharedChunks } from "./scripts/shared-chunks.ts";

const forBrowsers = { output: { manualChunks: sharedChunks(), onlyExplicitManualChunks: true } };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [serverWall(), afterClient({ isSsrBuild }), remix(options)],
  build: { target: "es2022", assetsInlineLimit: 0, ...(!isSsrBuild && { rollupOptions: forBrowsers }) },
  // The server would load all 1,700 icons where only those that the pages show are bundled.
  ssr: { noExternal: ["lucide-react"] },
  server: { host: "127.0.0.1" },
}));
