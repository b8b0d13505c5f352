import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ForeignBrowser } from "../../browser/browser.ts";
import { BrowserOff, type VisitCode, VisitProblem } from "../../browser/browser-problem.ts";
import type { VisitResult } from "../../browser/visits/visits.ts";
import { inImageQueue, loadSharp } from "../../files/load-sharp.ts";
import type { Log } from "../../log.ts";
import { type BrowserView, seenBy, withoutBrowser } from "../../lookups/legal/gather.ts";
import type { BrowserRun } from "../../lookups/legal/gathered.ts";

const deadlineMs = 60_000;
const passing: readonly VisitCode[] = ["crashed", "stopped", "crowded"];

interface Look {
  look(url: string): Promise<BrowserView>;
  /** The browser broke down or was stopped, which says nothing about the next time. */
  hasFailed(): boolean;
  /** What the page looked like before anybody agreed to anything, as WebP in Base64. */
  picture(): Promise<string | undefined>;
}

/**
 * How a run looks at a website with a browser. Whatever goes wrong there, the run says so and is judged by what can be read
 * without one.
 */
export function lookWith(
  browser: Pick<ForeignBrowser, "visit"> | undefined,
  { allowedNetworks, log }: { allowedNetworks: readonly string[]; log: Log },
): Look {
  let picture: Uint8Array | undefined;
  let hasFailed = false;
  return {
    async picture() {
      try {
        return picture && (await redraw(picture));
      } catch (err) {
        log.error({ err }, "the picture of a website could not be redrawn");
        return undefined;
      }
    },
    hasFailed: () => hasFailed,
    async look(url) {
      if (!browser) return withoutBrowser("Kein Browser: Das Portal öffnet hier keine Seiten.");
      try {
        const seen = await browser.visit("inspection", { url }, { allowedNetworks, deadlineMs });
        if (seen.status >= 400) return withoutBrowser(`Der Browser bekommt nur Status ${seen.status}.`);
        picture = seen.webp ?? undefined;
        return seenBy(toRun(seen), seen.links, seen.signIn);
      } catch (error) {
        if (error instanceof BrowserOff) return withoutBrowser(`Kein Browser: ${error.message}.`);
        hasFailed = !(error instanceof VisitProblem) || passing.includes(error.code);
        if (error instanceof VisitProblem)
          return withoutBrowser(`Der Browser konnte die Seite nicht öffnen: ${error.message}`);
        log.error({ err: error, url }, "the browser failed at a website");
        return withoutBrowser("Der Browser ist unerwartet gescheitert; das Log nennt den Grund.");
      }
    },
  };
}

function toRun({ barriers: axe, ...seen }: VisitResult<"inspection">): BrowserRun {
  const { url, requests, cookies, figures, weightBytes, isCutOff } = seen;
  return { url, requests, cookies, axe, figures, weightBytes, isCutOff };
}

const width = 960;

/** Scaled down and re-encoded: image data from untrusted pages is not stored as it comes. */
function redraw(webp: Uint8Array): Promise<string> {
  return inImageQueue(async () => {
    const sharp = await loadSharp();
    const file = path.join(await mkdtemp(path.join(tmpdir(), "techcenter-legal-")), "page.webp");
    try {
      await writeFile(file, webp, { mode: 0o600 });
      const small = await sharp(file)
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 60, effort: 2 })
        .toBuffer();
      return small.toString("base64");
    } finally {
      await rm(path.dirname(file), { recursive: true, force: true });
    }
  });
}
