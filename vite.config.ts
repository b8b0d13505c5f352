import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import type { GetManualChunk, LoggingFunction, RollupLog } from "rollup";
import { defineConfig } from "vite";
import options from "./remix.config.js";
import { afterClient } from "./scripts/bundle/after-client.ts";
import { knownAnswers } from "./scripts/bundle/known-answers.ts";
import { prebuiltMermaid } from "./scripts/bundle/prebuilt-mermaid.ts";
import { usedIcons } from "./scripts/bundle/used-icons.ts";
import { serverWall } from "./scripts/server-wall.ts";
import { sharedChunks } from "./scripts/shared-chunks.ts";

const forBrowsers = {
  output: { manualChunks: sharedChunks(), onlyExplicitManualChunks: true },
  // Its packages do not say so, and bundlers would keep links for sockets and streams that nobody imports.
  treeshake: { moduleSideEffects: (id: string) => !id.includes("/node_modules/@trpc/") },
};

/** In the renderer, too, what is imported both ways has a file of its own, so that no dynamic import loads what is there. */
const importedBothWays: GetManualChunk = (id, { getModuleInfo }) => {
  const { importers = [], dynamicImporters = [] } = getModuleInfo(id) ?? {};
  if (importers.length === 0 || dynamicImporters.length === 0) return undefined;
  // Features have files of the same name.
  return `${path.basename(path.dirname(id))}-${path.parse(id).name}`;
};

/** What every page of signed-in people has loaded need not be named by what it fetches later. */
const alwaysThere = /\/(framework|frame|data|shell)-/;

/** Leaves out what nobody here can mend: comments of packages, and that a route which only redirects is empty in browsers. */
function warn(warning: RollupLog, tell: LoggingFunction): void {
  const isComment = warning.code === "INVALID_ANNOTATION" && warning.id?.includes("/node_modules/");
  if (!isComment && warning.code !== "EMPTY_BUNDLE") tell(warning);
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    serverWall(),
    usedIcons(),
    ...(isSsrBuild ? [] : [prebuiltMermaid(), knownAnswers(options?.future)]),
    afterClient({ isSsrBuild }),
    remix(options),
  ],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (_file, needed) => needed.filter((file) => !alwaysThere.test(file)) },
    // The editor is loaded by whoever writes, in one piece.
    chunkSizeWarningLimit: 800,
    rollupOptions: { onwarn: warn, ...(isSsrBuild ? { output: { manualChunks: importedBothWays } } : forBrowsers) },
  },
  // The server would load all 1,700 icons where only those that the pages show are bundled.
  ssr: { noExternal: ["lucide-react"] },
  server: { host: "127.0.0.1" },
}));
