import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";
import { serverWall } from "./scripts/server-wall.ts";

export default defineConfig({
  plugins: [serverWall(), remix(options)],
  build: { target: "es2022", assetsInlineLimit: 0 },
  server: { host: "127.0.0.1" },
});
