import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const root = path.resolve(import.meta.dirname, "../..");
const packed = path.join(root, "node_modules/mermaid");
const entry = "mermaid.esm.min.mjs";

/**
 * Takes Mermaid as its makers have bundled it, file by file beside our own. It is loaded for diagrams only and shares
 * nothing with the rest, but bundling it anew from its 2,000 modules would be half of the browser's build. The version in
 * the folder's name makes the files as immutable as ours.
 */
export function prebuiltMermaid(): Plugin {
  const { version } = JSON.parse(readFileSync(path.join(packed, "package.json"), "utf8")) as { version: string };
  const folder = `assets/mermaid-${version}`;
  return {
    name: "prebuilt-mermaid",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (source === "mermaid" ? { id: `/${folder}/${entry}`, external: "absolute" } : null),
    generateBundle() {
      const dist = path.join(packed, "dist");
      for (const name of globSync([entry, `chunks/${path.parse(entry).name}/*.mjs`], { cwd: dist }))
        this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source: readFileSync(path.join(dist, name)) });
    },
  };
}
