import type { Browser, Page } from "playwright-core";
import type { Db } from "../../../server/db/connection.ts";
import { isAlive } from "../../../tests/support/browser/browser.ts";
import { launchChromium } from "../../../tests/support/browser/chromium.ts";
import { type BenchPortal, startBenchPortal, untilIdle } from "../bench-portal.ts";
import { during } from "../profile/recording.ts";
import { type Row, rowAtMost } from "../table.ts";
import { openBenchPage, slowNetwork, slowProcessor } from "./bench-page.ts";
import { inpOf, readWatched, watchPage } from "./watch.ts";

/** A screen that is used by mouse and keys, with as much in it as somebody may have. */
export interface Screen {
  name: string;
  fill(db: Db, userId: string): Promise<void>;
  /** Its path, once the portal runs. */
  open(portal: BenchPortal): Promise<string>;
  /** What is done before anything is measured. */
  prepare?(page: Page): Promise<void>;
  use(page: Page): Promise<void>;
}

const maxTaskMs = 50;
const maxInpMs = 100;

/**
 * The longest task of a screen while it is used, and how long it takes at most until a press or key is shown where the
 * processor is four times slower and the network „Fast 3G“.
 */
export async function measureScreen(screen: Screen): Promise<Row[]> {
  const portal = await startBenchPortal((db, userId) => screen.fill(db, userId), { env: { MONITORING: "off" } });
  const browser = await launchChromium();
  try {
    await untilIdle(portal);
    const path = await screen.open(portal);
    const [tasks, inp] = [`${screen.name}: längste Aufgabe`, `${screen.name}: INP, 4-fach langsamer und Fast 3G`];
    const { longTasksMs } = await handle({ browser, portal, screen, path, what: tasks, isSlow: false });
    const { events } = await handle({ browser, portal, screen, path, what: inp, isSlow: true });
    const longest = Math.max(maxTaskMs, ...longTasksMs);
    const note = longTasksMs.length === 0 ? " oder weniger" : ` (${longTasksMs.length} über ${maxTaskMs} ms)`;
    return [
      rowAtMost(tasks, longest, { most: maxTaskMs, unit: "ms", note }),
      rowAtMost(inp, inpOf(events), { most: maxInpMs, unit: "ms" }),
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}

interface Handling {
  browser: Browser;
  portal: BenchPortal;
  screen: Screen;
  path: string;
  what: string;
  isSlow: boolean;
}

async function handle({ browser, portal, screen, path, what, isSlow }: Handling) {
  const { page, cdp, close } = await openBenchPage(browser, portal);
  await watchPage(page);
  await page.goto(path);
  await isAlive(page);
  await screen.prepare?.(page);
  await page.waitForLoadState("networkidle");
  if (isSlow) {
    await slowProcessor(cdp);
    await slowNetwork(cdp);
  }
  await readWatched(page);
  await during(what, () => screen.use(page));
  const seen = await readWatched(page);
  await close();
  return seen;
}
