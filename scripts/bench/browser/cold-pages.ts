import type { Browser } from "playwright-core";
import { isAlive } from "../../../tests/support/browser/browser.ts";
import type { BenchPortal } from "../bench-portal.ts";
import { during } from "../profile/recording.ts";
import { quantile, type Row, rowAtMost } from "../table.ts";
import { withAgency } from "./agency.ts";
import { openBenchPage } from "./bench-page.ts";

const rounds = 5;
const pages = [
  { name: "Liste der Websites", path: "/websites", most: 300 },
  { name: "Dashboard", path: "/", most: 200 },
  { name: "Wiki", path: "/wiki", most: 200 },
];
const maxRequests = 40;
const maxKilobytes = 40;

interface Opened {
  readyMs: number;
  requests: number;
  /** Those that the page makes afterwards, too, until it is quiet. */
  allRequests: number;
  /** Of the HTML, as it was sent. */
  kilobytes: number;
}

/** Pages in a browser that has never been there, until they answer to clicks and keys. */
export async function measureColdPages(): Promise<Row[]> {
  return withAgency(async (portal, browser) => {
    const rows: Row[] = [];
    for (const { name, path, most } of pages) {
      const what = `${name}, kalt, im Browser bereit (Median von ${rounds})`;
      // The portal itself is warm: somebody has been there before.
      await open(browser, portal, path);
      const opened: Opened[] = [];
      for (let round = 0; round < rounds; round += 1)
        opened.push(await during(what, () => open(browser, portal, path)));
      const middle = (of: keyof Opened) =>
        quantile(
          opened.map((each) => each[of]),
          0.5,
        );
      rows.push(
        rowAtMost(what, middle("readyMs"), { most, unit: "ms" }),
        rowAtMost(`${name}, kalt, bis dahin gestellt`, middle("requests"), {
          most: maxRequests,
          unit: "Anfragen",
          note: ` (${middle("allRequests")} bis zur Ruhe)`,
        }),
        rowAtMost(`${name}, HTML auf der Leitung`, middle("kilobytes"), { most: maxKilobytes, unit: "kB", digits: 1 }),
      );
    }
    return rows;
  });
}

async function open(browser: Browser, portal: BenchPortal, path: string): Promise<Opened> {
  const { page, close } = await openBenchPage(browser, portal);
  let requests = 0;
  page.on("request", () => {
    requests += 1;
  });
  const answer = await page.goto(path, { waitUntil: "commit" });
  await isAlive(page);
  const readyMs = await page.evaluate(() => performance.now());
  const untilReady = requests;
  await page.waitForLoadState("networkidle");
  const { responseBodySize = Number.NaN } = (await answer?.request().sizes()) ?? {};
  await close();
  return { readyMs, requests: untilReady, allRequests: requests, kilobytes: responseBodySize / 1000 };
}
