import type { Browser } from "playwright-core";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { createManyDated } from "../../../server/sample/many-dated.ts";
import { createManyPages } from "../../../server/sample/many-pages.ts";
import { launchChromium } from "../../../tests/support/browser/chromium.ts";
import { type BenchPortal, startBenchPortal, untilIdle } from "../bench-portal.ts";
import { createManyFeedback } from "./many-feedback.ts";

const records = 3000;
const pages = 200;
const feedback = 100;

/** The portal of an agency of middle size: 450 websites, 1,140 domains, 150 customers, a wiki of 200 pages, a board. */
export async function startAgency(): Promise<BenchPortal> {
  const portal = await startBenchPortal(
    async (db, actorId) => {
      await createManyDated(db, { count: records, today: addDays(portalDate(new Date()), -1), actorId });
      await createManyFeedback(db, feedback, actorId);
      await createManyPages(db, pages, actorId);
    },
    // Checks, and the browser that takes pictures, would run beside what is measured.
    { env: { MONITORING: "off" } },
  );
  await untilIdle(portal);
  return portal;
}

/** Does something with that portal and a browser, and ends both. */
export async function withAgency<Result>(
  work: (portal: BenchPortal, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const portal = await startAgency();
  const browser = await launchChromium();
  try {
    return await work(portal, browser);
  } finally {
    await browser.close();
    await portal.stop();
  }
}
