import type { Browser, Response } from "playwright-core";
import { isAlive } from "../../../tests/support/browser/browser.ts";
import type { BenchPortal } from "../bench-portal.ts";
import { type Row, rowAtLeast } from "../table.ts";
import { withAgency } from "./agency.ts";
import { openBenchPage } from "./bench-page.ts";
import { type CoveredScript, usedShare } from "./used-share.ts";

const pages = {
  Dashboard: "/",
  "Liste der Websites": "/websites",
  Wiki: "/wiki",
  Board: "/feedback",
  "Formular einer Website": "/websites/new",
};
const least = 60;
const shownScripts = 3;

/** How much of the JavaScript that a page loads before anybody clicks has run by then. */
export async function measureCoverage(): Promise<Row[]> {
  return withAgency(async (portal, browser) => {
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const { share, idlest } = await open(browser, portal, path);
      rows.push(rowAtLeast(`${name}: davon läuft beim ersten Laden`, share * 100, { least, unit: "% des JS" }));
      const unused = idlest
        .slice(0, shownScripts)
        .map(({ url, unused }) => `${url.split("/").at(-1)} ${Math.round(unused / 1000)} kB`);
      console.error(`${name}: am meisten ungenutzt ${unused.join(", ")}`);
    }
    return rows;
  });
}

async function open(browser: Browser, portal: BenchPortal, path: string) {
  const { page, close } = await openBenchPage(browser, portal);
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) scripts.push(response);
  });
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  await page.goto(path);
  await isAlive(page);
  // What comes later is not part of the first load.
  const first = [...scripts];
  const loaded = new Map<string, number>();
  for (const response of first) loaded.set(response.url(), (await response.text()).length);
  const covered = await page.coverage.stopJSCoverage();
  await close();
  return usedShare(
    loaded,
    covered.map(({ url, source = "", functions }): CoveredScript => ({ url, source, functions })),
  );
}
