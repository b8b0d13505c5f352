import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Drives the Chromium of CHROMIUM_PATH, else one on the PATH, else the packaged one with its own libraries. */
export async function launchChromium(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH || onPath(["chromium", "chromium-browser", "google-chrome"]);
  if (installed) return chromium.launch({ executablePath: installed, args: QUIET });
  const { default: packaged, inflate } = await import("@sparticuz/chromium");
  const executablePath = await packaged.executablePath();
  const libraries = await inflate(packagedFile("al2023.tar.br"));
  const LD_LIBRARY_PATH = [join(libraries, "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return chromium.launch({
    executablePath,
    args: QUIET,
    env: { ...process.env, LD_LIBRARY_PATH } as Record<string, string>,
  });
}

function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

function packagedFile(name: string): string {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  return join(dirname(entry), "..", "bin", name);
}
