import type { Browser, Page } from "playwright-core";
import { escapeHtml } from "../../../../contract/document/html.ts";
import { minuteMs, secondMs } from "../../../../contract/time/durations.ts";
import type { BrowserPaths } from "../../../browser/find-chromium.ts";
import { within } from "../../../browser/within.ts";
import { Problem } from "../../../problem.ts";
import { launchBrowser } from "./browser.ts";

const patienceMs = minuteMs;
/** A browser in the sandbox has its first page by then, or gets none. */
const firstPageMs = 10 * secondMs;
/** Who comes while so many wait is asked to come again. */
const maxWaiting = 5;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

interface Print {
  html: string;
  title: string;
}

/** A page of HTML that carries all of its pictures within itself, as a PDF. One is printed at a time; throws a Problem. */
export async function printPdf(print: Print, paths: BrowserPaths): Promise<Uint8Array> {
  if (waiting >= maxWaiting)
    throw new Problem("too_many", {
      message: "Gerade werden viele PDFs erstellt. Bitte versuche es gleich erneut.",
      retryAfterSeconds: 5,
    });
  waiting += 1;
  const mine = last.then(() => printWithin(print, paths)).finally(() => (waiting -= 1));
  last = mine.catch(() => undefined);
  return mine;
}

async function printWithin(print: Print, paths: BrowserPaths): Promise<Uint8Array> {
  const late = Promise.withResolvers<never>();
  const message = "Das PDF zu erstellen dauert zu lange. Exportiere weniger Seiten auf einmal.";
  const timer = setTimeout(() => late.reject(new Problem("unavailable", { message })), patienceMs);
  late.promise.catch(() => undefined);
  try {
    const page = await openPage(paths, late.promise);
    return await Promise.race([printIn(page, print), late.promise]).finally(() =>
      closeBrowser(page.context().browser()),
    );
  } finally {
    clearTimeout(timer);
  }
}

/**
 * In the sandbox where the host allows it: what is refused only there may end the browser as late as at its first page, or
 * leave it waiting for one that never comes.
 */
async function openPage(paths: BrowserPaths, late: Promise<never>): Promise<Page> {
  const open = async (chromiumSandbox: boolean) => {
    const browser = await launchBrowser(paths, { chromiumSandbox });
    const opening = openPageIn(browser);
    return Promise.race([chromiumSandbox ? within(opening, firstPageMs) : opening, late]).catch(
      async (error: unknown) => {
        await closeBrowser(browser);
        throw error;
      },
    );
  };
  try {
    return await open(true).catch(() => open(false));
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const message =
      "Auf diesem Server gibt es keinen Browser, der PDFs erstellen kann. Exportiere als HTML oder Markdown, oder bitte einen Admin, Chromium zu installieren.";
    throw new Problem("unavailable", { message, cause });
  }
}

const closeBrowser = (browser: Browser | null) => browser?.close().catch(() => undefined);

/** Nothing runs in the page and nothing is fetched for it: what it shows is in it. */
async function openPageIn(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true, serviceWorkers: "block" });
  await context.route("**", (route) => (route.request().url().startsWith("data:") ? route.continue() : route.abort()));
  return context.newPage();
}

async function printIn(page: Page, { html, title }: Print): Promise<Uint8Array> {
  await page.setContent(html, { waitUntil: "load", timeout: patienceMs });
  return page.pdf({
    format: "A4",
    // A page that says so lies on its side.
    preferCSSPageSize: true,
    margin: { top: "22mm", bottom: "20mm", left: "20mm", right: "20mm" },
    displayHeaderFooter: true,
    headerTemplate: line(escapeHtml(title)),
    footerTemplate: line('Seite <span class="pageNumber"></span> von <span class="totalPages"></span>', "flex-end"),
    printBackground: true,
    tagged: true,
    outline: true,
  });
}

const line = (html: string, place = "flex-start") =>
  `<div style="width:100%;margin:0 20mm;font:8px sans-serif;color:#666;display:flex;justify-content:${place}"><span>${html}</span></div>`;
