import type { Browser } from "playwright-core";
import { isAlive } from "../../../tests/support/browser/browser.ts";
import type { BenchPortal } from "../bench-portal.ts";
import { during } from "../profile/recording.ts";
import { quantile, type Row, rowAtMost } from "../table.ts";
import { withAgency } from "./agency.ts";
import { openBenchPage, slowNetwork, slowProcessor } from "./bench-page.ts";
import { readWatched, watchPage } from "./watch.ts";

const rounds = 3;
const pages = { "Liste der Websites": "/websites", Dashboard: "/", Wiki: "/wiki" };
const maxMs = 2000;

/** When the largest part of a page is painted, cold, with a processor four times slower and behind „Fast 3G“. */
export async function measureSlowPages(): Promise<Row[]> {
  return withAgency(async (portal, browser) => {
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const what = `${name}, kalt, 4-fach langsamer und Fast 3G: LCP (Median von ${rounds})`;
      const opened: { lcpMs: number; readyMs: number }[] = [];
      for (let round = 0; round < rounds; round += 1)
        opened.push(await during(what, () => open(browser, portal, path)));
      const readyMs = quantile(
        opened.map((each) => each.readyMs),
        0.5,
      );
      const lcpMs = quantile(
        opened.map((each) => each.lcpMs),
        0.5,
      );
      rows.push(rowAtMost(what, lcpMs, { most: maxMs, unit: "ms", note: ` (bereit nach ${Math.round(readyMs)} ms)` }));
    }
    return rows;
  });
}

async function open(browser: Browser, portal: BenchPortal, path: string) {
  const { page, cdp, close } = await openBenchPage(browser, portal);
  await watchPage(page);
  await slowProcessor(cdp);
  await slowNetwork(cdp);
  await page.goto(path, { waitUntil: "commit" });
  await isAlive(page);
  const readyMs = await page.evaluate(() => performance.now());
  const { lcpMs } = await readWatched(page);
  await close();
  if (lcpMs === 0) throw new Error(`nothing large was painted at ${path}`);
  return { lcpMs, readyMs };
}
