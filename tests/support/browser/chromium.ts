import type { Browser } from "playwright-core";
import { launchBrowser } from "../../../server/features/wiki/formats/browser.ts";
import { patienceMs } from "../limits.ts";

/** Drives the Chromium of CHROMIUM_PATH, else one on the PATH, else the packaged one with its own libraries. */
export async function launchChromium(): Promise<Browser> {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  // Without a language Chromium takes the names of files for ASCII.
  const env = { ...process.env, LC_ALL: "C.UTF-8" } as Record<string, string>;
  return launchBrowser({ chromiumPath: CHROMIUM_PATH || undefined, folders: PATH }, { env, timeout: 2 * patienceMs });
}

let shared: Promise<Browser> | undefined;

/** The one Chromium of this worker, which every file of it opens contexts in; it ends with the worker. */
export function sharedChromium(): Promise<Browser> {
  if (shared) return shared;
  const launched = launchChromium();
  const forget = () => {
    if (shared === launched) shared = undefined;
  };
  launched.then((browser) => browser.once("disconnected", forget), forget);
  shared = launched;
  return launched;
}
