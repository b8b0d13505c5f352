import { type ForeignBrowser, openForeignBrowser } from "../../../server/browser/browser.ts";
import { BrowserOff } from "../../../server/browser/browser-problem.ts";
import type { BrowserPaths } from "../../../server/browser/find-chromium.ts";
import { launchConfined } from "../../../server/browser/launch.ts";
import { createLog } from "../../../server/log.ts";
import { temporaryFolder } from "../temporary-folders.ts";

const { CHROMIUM_PATH, PATH = "" } = process.env;
export const browserPaths: BrowserPaths = { chromiumPath: CHROMIUM_PATH || undefined, folders: PATH };

let answer: Promise<string | undefined> | undefined;

/** Why no Chromium runs confined on this machine; undefined where one does. */
export function whyNoBrowser(): Promise<string | undefined> {
  answer ??= launchConfined(browserPaths, "/nowhere").then(
    async (browser) => void (await browser.close()),
    (error: unknown) => {
      if (error instanceof BrowserOff) return error.message;
      throw error;
    },
  );
  return answer;
}

interface Given {
  paths?: BrowserPaths;
  graceMs?: number;
  publicUrl?: URL;
  /** In place of the portal's own program. */
  program?: string;
  freeBytes?: () => number;
}

/** The browser for pages of others as the portal has it; whoever opens it stops it. */
export function aForeignBrowser({
  paths = browserPaths,
  graceMs,
  publicUrl,
  program,
  freeBytes = () => Number.POSITIVE_INFINITY,
}: Given = {}): ForeignBrowser {
  const checks = { isOn: true, nameServer: undefined, dnsRoots: [] };
  return openForeignBrowser(
    { dataDir: temporaryFolder("browser"), browser: paths, checks, logLevel: "silent", publicUrl },
    { log: createLog("silent"), freeBytes, graceMs, program },
  );
}
