import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autoprefixer from "autoprefixer";
import tailwind from "tailwindcss";
import { build, type InlineConfig, preview } from "vite";
import look from "../../../tailwind.config.ts";

const GALLERY = import.meta.dirname;

/** Builds the gallery, which shows every part of app/ui and nothing else, and serves it until `stop`. */
export async function serveGallery(): Promise<{ url: string; stop: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), "gallery-"));
  const content = ["app/ui/**/*.{ts,tsx}", `${GALLERY}/*.tsx`];
  const config: InlineConfig = {
    root: GALLERY,
    configFile: false,
    logLevel: "error",
    esbuild: { jsx: "automatic" },
    build: { outDir, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, minify: false },
    css: { postcss: { plugins: [tailwind({ ...look, content }), autoprefixer()] } },
    preview: { host: "127.0.0.1", port: 0 },
  };
  await build(config);
  const server = await preview(config);
  return {
    url: server.resolvedUrls?.local[0] as string,
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
