import type { Locator, Page } from "playwright-core";
import { boardStatuses } from "../../../contract/feedback/statuses.ts";
import { requireValue } from "../../../contract/narrowing.ts";
import type { Row } from "../table.ts";
import { createManyFeedback } from "./many-feedback.ts";
import { measureScreen } from "./screen.ts";

const cards = 2000;

/** The board with 2,000 cards, all of them shown: scrolled, a card dragged into the next column, one moved by keys. */
export function measureBoard(): Promise<Row[]> {
  return measureScreen({
    name: "Board mit 2.000 Karten",
    fill: async (db, userId) => void (await createManyFeedback(db, cards, userId)),
    open: async () => "/feedback?layout=board",
    prepare: showAll,
    use,
  });
}

/** Each press shows 25 more of a column, so this takes a while. */
async function showAll(page: Page): Promise<void> {
  const columns = page.locator("main section");
  for (let column = 0; column < boardStatuses.length; column += 1) {
    const shown = columns.nth(column).getByRole("article");
    const more = columns.nth(column).getByRole("button", { name: /weitere$/ });
    while ((await more.count()) > 0) {
      const count = await shown.count();
      await more.click();
      await shown.nth(count).waitFor({ state: "attached" });
    }
  }
}

async function use(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(30);
  }
  await page.keyboard.press("Control+Home");
  const columns = page.locator("main section");
  await drag(page, columns.nth(0).getByRole("article").first(), columns.nth(1));
  const link = columns.nth(2).getByRole("article").nth(1).getByRole("link");
  await link.focus();
  for (const key of ["Alt+ArrowRight", "Alt+ArrowLeft"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(500);
  }
}

async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  await card.hover();
  // What dragging needs comes with the pointer.
  await page.waitForFunction((element) => element?.getAttribute("draggable") === "true", await card.elementHandle());
  const from = requireValue(await card.boundingBox());
  const target = requireValue(await to.boundingBox());
  await page.mouse.move(from.x + 60, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(from.x + 70, from.y + 40, { steps: 3 });
  await page.mouse.move(target.x + 80, from.y + 60, { steps: 6 });
  await page.mouse.up();
}
