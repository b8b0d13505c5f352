import { sql } from "kysely";
import type { Browser } from "playwright-core";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import { launchChromium } from "../../../tests/support/browser/chromium.ts";
import { type BenchPortal, startBenchPortal } from "../bench-portal.ts";
import { openBenchPage } from "../browser/bench-page.ts";
import { quantile, type Row } from "../table.ts";

const count = 1000;
const rounds = 5;
/** What Uptime Kuma 2.5.3 took for 1,003 monitors on a machine of two cores. */
const kumaMs = 7700;

/** The list of 1,000 watched websites in a browser that has never been there, until its rows answer to clicks. */
export async function measureColdList(): Promise<Row[]> {
  const portal = await startBenchPortal(async (db, userId) => {
    await createManyWebsites(db, count, userId);
    await sql`update websites set lifecycle = 'live', uptime30d = 9000 + abs(random()) % 1001,
      response_time_ms = abs(random()) % 2000,
      status = case abs(random()) % 50 when 0 then 'offline' when 1 then 'degraded' else 'online' end`.execute(db);
  });
  const browser = await launchChromium();
  try {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await open(browser, portal));
    const median = quantile(taken, 0.5);
    return [
      {
        what: `Liste von ${count.toLocaleString("de-DE")} überwachten Websites, Browser ohne Zwischenspeicher (Median von ${rounds})`,
        measured: `${Math.round(median)} ms`,
        limit: `${kumaMs} ms`,
        ratio: (median / kumaMs).toFixed(2),
        aim: "Uptime Kuma 2.5.3",
        isMet: median < kumaMs,
      },
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}

async function open(browser: Browser, portal: BenchPortal): Promise<number> {
  const { page, close } = await openBenchPage(browser, portal);
  const begun = performance.now();
  await page.goto("/websites", { waitUntil: "commit" });
  await page.waitForFunction(() => {
    const links = [...document.querySelectorAll('main a[href^="/websites/"]')];
    const isAlive = (link: Element) => Object.keys(link).some((key) => key.startsWith("__reactProps$"));
    return links.length >= 20 && links.every(isAlive);
  });
  const taken = performance.now() - begun;
  await close();
  return taken;
}
