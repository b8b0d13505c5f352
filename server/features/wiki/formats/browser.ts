import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import type { Browser, LaunchOptions } from "playwright-core";

export interface BrowserPlace {
  /** The file of the browser; otherwise one is looked for in `folders` (as in PATH), then in the packages. */
  chromiumPath: string | undefined;
  folders: string;
}

const names = ["chromium", "chromium-browser", "google-chrome"];
const quiet = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium without a window. Rejects where there is none, or none that runs. */
export async function launchBrowser(
  { chromiumPath, folders }: BrowserPlace,
  { env = {}, ...options }: Pick<LaunchOptions, "env" | "chromiumSandbox"> = {},
): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  const args = options.chromiumSandbox ? quiet : ["--no-sandbox", ...quiet];
  const installed = chromiumPath ?? onPath(names, folders);
  if (installed) return chromium.launch({ executablePath: installed, args, env, ...options });
  const { default: packaged, inflate } = await import("@sparticuz/chromium");
  const executablePath = await packaged.executablePath();
  const libraries = await inflate(packagedFile("al2023.tar.br"));
  const LD_LIBRARY_PATH = [join(libraries, "lib"), env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return chromium.launch({ executablePath, args, env: { ...env, LD_LIBRARY_PATH }, ...options });
}

/** Whether there is a browser to print with; whether it runs shows only when it is started. */
export function canPrint({ chromiumPath, folders }: BrowserPlace): boolean {
  if (chromiumPath) return existsSync(chromiumPath);
  return onPath(names, folders) !== undefined || existsSync(packagedFile("chromium.br"));
}

function onPath(names: string[], path: string): string | undefined {
  const folders = path.split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

function packagedFile(name: string): string {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  return join(dirname(entry), "..", "bin", name);
}
