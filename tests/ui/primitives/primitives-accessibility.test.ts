import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contrast } from "../../../contract/values/brand-colors.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { sharedChromium } from "../../support/browser/chromium.ts";
import { serveGallery } from "../../support/gallery/serve.ts";

let gallery: Awaited<ReturnType<typeof serveGallery>>;
let browser: Browser;
let page: Page;
const noise: string[] = [];

beforeAll(async () => {
  gallery = await serveGallery();
  browser = await sharedChromium();
});

afterAll(async () => {
  await gallery?.stop();
});

afterEach(async () => {
  await page.context().close();
  expect(noise.splice(0)).toEqual([]);
});

async function open(width: number, theme: "light" | "dark"): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) noise.push(message.text());
  });
  page.on("pageerror", (error) => noise.push(String(error)));
  await page.goto(gallery.url);
  await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), theme === "dark");
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Colours on their way from one theme to the other have neither's contrast.
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

describe.each([
  ["light", 1440],
  ["dark", 390],
] as const)("beginning in the %s theme, at %i px", (theme, width) => {
  test("everyone can read and use every part", async () => {
    await open(width, theme);
    expect(await findBarriers(page, "every part")).toEqual([]);
  });

  test("everyone can read and use an open menu, a hint and a dialog", async () => {
    await open(width, theme);
    await page.getByRole("button", { name: "Menü öffnen" }).click();
    await page.getByRole("menuitem", { name: "Account" }).waitFor();
    expect(await findBarriers(page, "menu")).toEqual([]);
    await page.keyboard.press("Escape");
    // The menu gives the focus back, and would take it from whoever has it by then.
    await page.locator("button:focus", { hasText: "Menü öffnen" }).waitFor();
    await page.getByRole("button", { name: "Suche", exact: true }).focus();
    await page.getByRole("tooltip").waitFor();
    expect(await findBarriers(page, "tooltip")).toEqual([]);
    await page.getByRole("button", { name: "Löschen …" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await findBarriers(page, "dialog")).toEqual([]);
  });
});

test.each([1440, 390])("a run of days ends where its days would end one by one, at %i px", async (width) => {
  await open(width, "light");
  const apart = await page.evaluate(() =>
    [...document.querySelectorAll(".edge:has(> .run)")].map((edge) => {
      const ends = () => [...edge.children].map((child) => child.getBoundingClientRect().right);
      const counts = [...edge.children].map((child) =>
        Number((child as HTMLElement).style.getPropertyValue("--count") || 1),
      );
      const ofRuns = ends();
      edge.replaceChildren(
        ...[...edge.children].flatMap((child, index) =>
          Array.from({ length: counts[index] ?? 1 }, () => {
            const day = document.createElement("i");
            day.className = child.className.replace(" run", "");
            return day;
          }),
        ),
      );
      const ofDays = ends();
      const lastDays = counts.map((_, index) => counts.slice(0, index + 1).reduce((days, count) => days + count, -1));
      return Math.max(...lastDays.map((day, index) => Math.abs((ofRuns[index] ?? 0) - (ofDays[day] ?? 0))));
    }),
  );
  expect(apart.length).toBeGreaterThan(1);
  for (const px of apart) expect(px).toBeLessThan(0.1);
});

test.each(["light", "dark"] as const)(
  "the selected part of a segment stands out from the others in the %s theme",
  async (theme) => {
    await open(1440, theme);
    const period = page.getByRole("group", { name: "Zeitraum" });
    const colors = await period.evaluate((group) => {
      const selected = group.querySelector("label:has(:checked)");
      const edge = selected ? getComputedStyle(selected).boxShadow : "";
      return { edge, neighbours: getComputedStyle(group).backgroundColor };
    });
    expect(colors.edge).toMatch(/ 0px -2px 0px 0px inset$/);
    expect(contrast(rgbOf(colors.edge), rgbOf(colors.neighbours))).toBeGreaterThanOrEqual(3);
  },
);

/** The last opaque colour of a computed value, by its three channels. */
function rgbOf(value: string): [number, number, number] {
  const [, red, green, blue] = /.*rgb\((\d+), (\d+), (\d+)\)/.exec(value) ?? [];
  return [Number(red), Number(green), Number(blue)];
}

test("nothing is wider than a phone", async () => {
  await open(390, "light");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("every button and field of a phone is at least 44 px high", async () => {
  await open(390, "light");
  const low = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "button, select, textarea, input[type=text], input[type=password], label:has(:checked)",
      ),
    ]
      .filter((control) => {
        const { height } = control.getBoundingClientRect();
        const reach = Number.parseFloat(getComputedStyle(control, "::before").height) || 0;
        return Math.max(height, reach) < 44 && height > 0;
      })
      .map((control) => `${control.textContent || control.outerHTML} is ${control.getBoundingClientRect().height} px`),
  );
  expect(low).toEqual([]);
});

test("the keyboard opens a dialog from a menu, stays inside, and comes back to the menu's button", async () => {
  await open(1440, "light");
  await page.getByRole("button", { name: "Menü öffnen" }).press("Enter");
  await page.getByRole("menuitem", { name: "Archivieren" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox").waitFor();
  for (let step = 0; step < 5; step++) {
    await dialog.locator(":focus").waitFor();
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator("button:focus", { hasText: "Menü öffnen" }).waitFor();
});
