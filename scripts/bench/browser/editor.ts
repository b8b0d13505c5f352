import type { Page } from "playwright-core";
import { createManyPages } from "../../../server/sample/many-pages.ts";
import { openPageWriter } from "../page-writer.ts";
import type { Row } from "../table.ts";
import { measureScreen } from "./screen.ts";

const bytes = 200_000;
const sentence = "Der Umzug des Servers beginnt um sechs. ";

/** Typing in a page of the wiki of 200 kB, into its middle and at its end, with lines, bold words and taking back. */
export function measureEditor(): Promise<Row[]> {
  let pageId = "";
  return measureScreen({
    name: "Editor mit 200 kB",
    fill: async (db, userId) => {
      [pageId = ""] = await createManyPages(db, 1, userId);
    },
    open: async (portal) => {
      const writer = await openPageWriter(portal, pageId);
      await writer.write(bytes);
      writer.close();
      return `/wiki/${pageId}?edit`;
    },
    prepare: async (page) =>
      void (await page.locator('[aria-label="Text der Seite"][contenteditable="true"]').waitFor()),
    use,
  });
}

async function use(page: Page): Promise<void> {
  const paragraphs = page.getByRole("textbox", { name: "Text der Seite" }).locator("p");
  const count = await paragraphs.count();
  for (const place of [Math.floor(count / 2), count - 1]) {
    await paragraphs.nth(place).click();
    await page.keyboard.press("End");
    await page.keyboard.type(sentence.repeat(2), { delay: 40 });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+b");
    await page.keyboard.type(sentence, { delay: 40 });
    await page.keyboard.press("Control+b");
    for (const key of ["Backspace", "Backspace", "Control+z"]) await page.keyboard.press(key, { delay: 40 });
  }
}
