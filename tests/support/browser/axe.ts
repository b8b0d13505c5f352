import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Axe from "axe-core";
import type { Page } from "playwright-core";
import { type Theme, themeKey } from "../../../app/lib/theme.ts";

/** WCAG 2.2, levels A and AA. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Beside them: what makes headings, landmarks and roles lead astray. */
const furtherRules = ["landmark-unique", "page-has-heading-one", "aria-allowed-role"];
/** The rules among them that depend on colours, and so on the theme. */
const colourRules = ["color-contrast", "link-in-text-block"];

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What keeps somebody from reading or using what is on screen: in the theme that is there by every rule, then in the
 * other theme by the rules about colours. The page stays in the other theme, so the next one is loaded in it.
 */
export async function findBarriers(page: Page, where: string): Promise<string[]> {
  const found = await findBarriersInTheme(page, where, tags, furtherRules);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (isWide) found.push(`${where} is wider than the screen`);
  await switchTheme(page);
  return [...found, ...(await findBarriersInTheme(page, where, colourRules))];
}

async function findBarriersInTheme(
  page: Page,
  where: string,
  runOnly: string[],
  further: string[] = [],
): Promise<string[]> {
  // What is on its way has the contrast of neither end. What never ends would be waited for in vain.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ where, runOnly, further }) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const theme = document.documentElement.classList.contains("dark") ? "dark" : "light";
      const { violations } = await axe.run(document, {
        runOnly,
        resultTypes: ["violations"],
        preload: false,
        rules: Object.fromEntries(further.map((rule) => [rule, { enabled: true }])),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${where} (${theme}) ${id}: ${html} ${any[0]?.message ?? ""}`),
      );
    },
    { where, runOnly, further },
  );
}

/** Switches as another tab of the same browser does, so that nothing on screen loses the focus or closes. */
async function switchTheme(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const { classList } = document.documentElement;
    const newValue: Theme = classList.contains("dark") ? "light" : "dark";
    // Without transitions, which start one after the other where elements inherit a colour and each has its own.
    const atOnce = new CSSStyleSheet();
    atOnce.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(atOnce);
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
    // Where nothing on screen follows the theme, such as before the sign-in, nobody listens.
    classList.toggle("dark", newValue === "dark");
    for (const element of document.querySelectorAll("*")) getComputedStyle(element).color;
    document.adoptedStyleSheets.pop();
  }, themeKey);
}
