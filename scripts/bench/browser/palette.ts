import type { Page } from "playwright-core";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import type { Row } from "../table.ts";
import { measureScreen } from "./screen.ts";

const websites = 100_000;

/** The palette over 100,000 websites: opened, typed into, walked through, corrected and closed. */
export function measurePalette(): Promise<Row[]> {
  return measureScreen({
    name: "Palette über 100.000 Websites",
    fill: (db, userId) => createManyWebsites(db, websites, userId),
    open: async () => "/domains",
    use,
  });
}

async function use(page: Page): Promise<void> {
  const palette = page.getByRole("dialog", { name: "Suche" });
  for (const query of ["böttcher 04231", "praxis elmstedt", "0423"]) {
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").waitFor();
    await page.keyboard.type(query, { delay: 60 });
    await palette.getByRole("option").first().waitFor();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Backspace", "Backspace"])
      await page.keyboard.press(key, { delay: 40 });
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
  }
}
