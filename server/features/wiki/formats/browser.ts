import { delimiter } from "node:path";
import type { Browser, LaunchOptions } from "playwright-core";
import { type BrowserPaths, findInstalledChromium } from "../../../browser/find-chromium.ts";
import { unpackChromium } from "../../../browser/unpack-chromium.ts";

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
  paths: BrowserPaths,
  { env = {}, ...options }: Pick<LaunchOptions, "env" | "chromiumSandbox" | "timeout"> = {},
): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  const args = options.chromiumSandbox ? quiet : ["--no-sandbox", ...quiet];
  const installed = findInstalledChromium(paths);
  if (installed) return chromium.launch({ executablePath: installed, args, env, ...options });
  const packaged = await unpackChromium();
  if (!packaged) throw new Error("There is no Chromium on the PATH and none among the packages");
  const LD_LIBRARY_PATH = [packaged.libraries, env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const own = { ...env, LD_LIBRARY_PATH, FONTCONFIG_FILE: packaged.fontConfig };
  return chromium.launch({ executablePath: packaged.executable, args, env: own, ...options });
}
