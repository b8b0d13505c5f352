import type { Page } from "playwright-core";
import { navigation } from "../../../app/features/shell/navigation.ts";
import { isAlive } from "../../../tests/support/browser/browser.ts";
import { during } from "../profile/recording.ts";
import { quantile, type Row, rowAtMost } from "../table.ts";
import { withAgency } from "./agency.ts";
import { openBenchPage } from "./bench-page.ts";

const rounds = 5;
const maxMs = 100;
const restMs = 500;
/** Whoever aims with a mouse is over an entry for longer before they press it. */
const aimMs = 200;
/** What shows that a page is there; of lists it is a row. */
const contents: Readonly<Record<string, string>> = { "/": "main h1", "/wiki": "main h1", "/feedback": "main article" };
const rowLink = "main a[data-row-link]";

/** From the press on an entry of the navigation to the frame that shows its page, with all entries opened before. */
export async function measureClicks(): Promise<Row[]> {
  const entries = navigation.flatMap(({ label, path }) => (path && path !== "/settings" ? [{ label, path }] : []));
  return withAgency(async (portal, browser) => {
    const { page, close } = await openBenchPage(browser, portal);
    await page.goto("/settings");
    await isAlive(page);
    const times = new Map(entries.map(({ path }) => [path, [] as number[]]));
    const nameOf = (label: string) => `Klick bis zum Inhalt, warm: ${label} (Median von ${rounds})`;
    // The first round opens everything for the first time.
    for (let round = 0; round <= rounds; round += 1)
      for (const { label, path } of entries) {
        const tookMs = await during(nameOf(label), () => click(page, path));
        if (round > 0) times.get(path)?.push(tookMs);
      }
    await close();
    return entries.map(({ label, path }) =>
      rowAtMost(nameOf(label), quantile(times.get(path) ?? [], 0.5), { most: maxMs, unit: "ms" }),
    );
  });
}

async function click(page: Page, path: string): Promise<number> {
  const selector = contents[path] ?? rowLink;
  const tookMs = page.evaluate(
    ({ path, selector }) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector("main h1");
        const isThere = () =>
          location.pathname === path &&
          document.querySelector("main h1") !== before &&
          document.querySelector(selector)?.checkVisibility();
        const onPress = ({ timeStamp }: MouseEvent) => {
          const look = () =>
            // The frame that is being prepared shows it, so what follows its painting is what somebody sees.
            isThere() ? setTimeout(() => resolve(performance.now() - timeStamp)) : requestAnimationFrame(look);
          requestAnimationFrame(look);
        };
        document.addEventListener("pointerdown", onPress, { capture: true, once: true });
      }),
    { path, selector },
  );
  await page.locator(`nav[aria-label="Hauptnavigation"] li a[href="${path}"]`).hover();
  await page.waitForTimeout(aimMs);
  await page.mouse.down();
  await page.mouse.up();
  const took = await tookMs;
  // What the page does once it is there is not part of the next click.
  await page.waitForTimeout(restMs);
  return took;
}
