import { writeFileSync } from "node:fs";
import path from "node:path";
import { hasChromium } from "../../server/browser/find-chromium.ts";
import { readEnvironment } from "../../server/env.ts";
import { findAdvisories } from "./advisories.ts";
import { fetchBrowser } from "./fetch-browser.ts";
import { keepRunning } from "./keep-running.ts";
import { readLock } from "./runtime-packages.ts";

// What a start from source leaves for the time after it; see settle-packages.ts.
const root = path.resolve(import.meta.dirname, "../..");
const hasRemoved = keepRunning(root);
if (hasRemoved) {
  const found = findAdvisories(root, readLock(root), new Date());
  writeFileSync(path.join(root, "node_modules/.cache/advisories.json"), JSON.stringify(found));
}
if (!hasChromium(readEnvironment(process.env).browser) && !(await fetchBrowser(root)))
  process.stderr.write(
    "Der Browser für PDF und Vorschaubilder ließ sich nicht laden; der nächste Start versucht es wieder, oder nenne einen mit CHROMIUM_PATH.\n",
  );
