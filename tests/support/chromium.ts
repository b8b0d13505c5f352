import type { Browser } from "playwright-core";
import { launchBrowser } from "../../server/transfer/browser.ts";

/** Drives the Chromium of CHROMIUM_PATH, else one on the PATH, else the packaged one with its own libraries. */
export async function launchChromium(): Promise<Browser> {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  const env = process.env as Record<string, string>;
  return launchBrowser({ chromiumPath: CHROMIUM_PATH || undefined, folders: PATH }, { env });
}
