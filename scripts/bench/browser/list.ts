import type { Page } from "playwright-core";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import type { Row } from "../table.ts";
import { measureScreen } from "./screen.ts";

const websites = 10_000;
const pagesRead = 10;

/** The list of 10,000 websites, a hundred rows at a time: scrolled to its end, paged through, walked by keys, searched. */
export function measureList(): Promise<Row[]> {
  return measureScreen({
    name: "Liste von 10.000 Websites",
    fill: (db, userId) => createManyWebsites(db, websites, userId),
    open: async () => "/websites?limit=100",
    use,
  });
}

async function use(page: Page): Promise<void> {
  const first = page.locator("main a[data-row-link]").first();
  for (let read = 0; read < pagesRead; read += 1) {
    await page.mouse.move(700, 500);
    for (let turn = 0; turn < 12; turn += 1) {
      await page.mouse.wheel(0, 500);
      await page.waitForTimeout(30);
    }
    const title = await first.textContent();
    await page.getByRole("button", { name: "Nächste Seite" }).click();
    await page.waitForFunction(
      (before) => document.querySelector("main a[data-row-link]")?.textContent !== before,
      title,
    );
  }
  for (const key of ["j", "j", "j", "x", "j", "x", "k", "Escape"]) await page.keyboard.press(key, { delay: 30 });
  await page.keyboard.press("/");
  await page.keyboard.type("elmstedt 0042", { delay: 60 });
  await page.waitForURL(/q=elmstedt/);
}
