import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { MailContent } from "../../../server/mail/queue.ts";
import { renderMail } from "../../../server/mail/template.ts";
import { sharedChromium } from "../../support/browser/chromium.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

const longWord = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung".repeat(3);
const head = {
  subject: "Zwei <b>Neuigkeiten</b>",
  name: 'Jana <img src="x" onerror="alert(1)"> Petersen',
  agencyName: `Nordlicht & Söhne "GmbH" <script>`,
  baseUrl: "https://portal.example",
  preferencesUrl: "https://portal.example/users/1/notifications",
  unsubscribeUrl: "https://portal.example/api/mail/unsubscribe?t=1",
};
const content: MailContent = {
  paragraphs: ["das ist neu für dich:", `Zeile eins\nZeile zwei ${longWord}`],
  sections: [
    {
      title: "Wiki & Erwähnungen",
      items: [
        { title: `Timo hat dich in „${longWord}“ erwähnt`, text: "mit\nzwei Zeilen", path: "/wiki/1", at: "14:05" },
        { title: "Ohne Link", text: "", path: null, at: "20.11., 14:05" },
      ],
    },
  ],
  action: { label: "Im Portal ansehen", path: "/users/1/notifications" },
  unsubscribe: "mail",
};

interface Seen {
  text: string;
  ratio: number;
}

/** Every piece of text that is shown, with its contrast to what lies behind it. */
async function look(colorScheme: "light" | "dark", width: number) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, javaScriptEnabled: true });
  const page = await context.newPage();
  await page.setContent(renderMail(content, head).html);
  const seen = await page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (from: Element) => {
      for (let element: Element | null = from; element; element = element.parentElement) {
        const { backgroundColor } = getComputedStyle(element);
        if (channels(backgroundColor)[3] !== 0) return backgroundColor;
      }
      return "rgb(255, 255, 255)";
    };
    const texts: Seen[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim();
      if (!text || !node.parentElement) continue;
      const { color } = getComputedStyle(node.parentElement);
      const [bright = 0, dim = 0] = [luminance(color), luminance(behind(node.parentElement))].sort((a, b) => b - a);
      texts.push({ text, ratio: (bright + 0.05) / (dim + 0.05) });
    }
    return { texts, page: behind(document.body), overflow: document.documentElement.scrollWidth - innerWidth };
  });
  const images = await page.locator("img, script").count();
  await context.close();
  return { ...seen, images };
}

describe("a mail is readable", () => {
  test.each(["light", "dark"] as const)("in %s: every word against what lies behind it", async (scheme) => {
    const { texts, page } = await look(scheme, 800);
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    expect(page).toBe(scheme === "dark" ? "rgb(15, 13, 14)" : "rgb(246, 244, 245)");
  });

  test("on a phone, however long a word is, and with the markup of names as text", async () => {
    const { texts, overflow, images } = await look("light", 390);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(images).toBe(0);
    expect(texts.map(({ text }) => text)).toContain(`Hallo ${head.name},`);
  });
});

test("its text has all that its page has", () => {
  const { text } = renderMail(content, head);
  const words = [
    `Hallo ${head.name},`,
    "das ist neu für dich:",
    `Zeile zwei ${longWord}`,
    "Wiki & Erwähnungen",
    `– Timo hat dich in „${longWord}“ erwähnt (14:05)`,
    "  mit\n  zwei Zeilen",
    "https://portal.example/wiki/1",
    "– Ohne Link (20.11., 14:05)",
    "Im Portal ansehen:\nhttps://portal.example/users/1/notifications",
    `MEDIUM TechCenter · ${head.agencyName}, https://portal.example`,
    "weil du sie so eingestellt hast",
    `Einstellungen: ${head.preferencesUrl}`,
    `Solche E-Mails abbestellen: ${head.unsubscribeUrl}`,
  ];
  for (const part of words) expect(text).toContain(part);
  expect(text).not.toContain("&amp;");
});
