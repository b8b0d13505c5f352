import type { BrowserContext, Locator, Page, Request } from "playwright-core";
import { expect } from "vitest";
import type { Theme } from "../../../app/lib/theme.ts";
import { patienceMs } from "../limits.ts";
import type { TestPortal } from "../portal/portal.ts";
import { sharedChromium } from "./chromium.ts";

export interface BrowserOptions {
  /** Signed in by cookie; without it the browser is a stranger's. */
  person?: { id: string };
  theme?: Theme;
  viewport?: { width: number; height: number };
  javaScript?: boolean;
  reducedMotion?: boolean;
  /** Noise that belongs to the test, such as the 400 of a refused sign-in. */
  expected?: RegExp[];
}

interface Noise {
  heard: string[];
  /** What its pages have asked for and not yet received. */
  pending: Set<Request>;
  expected: RegExp[];
}

export const phone = { width: 390, height: 844 };
/** What a page says whose session has ended while it is open: its socket and what it asks for are refused. */
export const sessionEnded = [/^401 /, /WebSocket/, /<< query/];
const noises = new Map<BrowserContext, Noise>();

/**
 * Opens a page in a browser context of its own. Console errors and warnings, uncaught errors, failed responses and
 * violations of the content security policy fail the test at its end, in further tabs of the context too.
 */
export async function openBrowser(portal: TestPortal, options: BrowserOptions = {}): Promise<Page> {
  const { person, theme, viewport = { width: 1440, height: 900 }, javaScript = true } = options;
  const chromium = await sharedChromium();
  const context = await chromium.newContext({
    baseURL: portal.url,
    viewport,
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    javaScriptEnabled: javaScript,
    reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
    storageState: theme && {
      cookies: [],
      origins: [{ origin: portal.url, localStorage: [{ name: "ui-color-scheme", value: theme }] }],
    },
  });
  context.setDefaultTimeout(patienceMs);
  const noise: Noise = { heard: [], pending: new Set(), expected: [...(options.expected ?? [])] };
  noises.set(context, noise);
  await listen(context, noise, javaScript);
  if (person) {
    const [name = "", value = ""] = (await portal.signIn(person)).cookie.split("=");
    await context.addCookies([{ name, value, url: portal.url, httpOnly: true, sameSite: "Lax" }]);
  }
  return context.newPage();
}

/** Names noise of this page's browser that is part of the test from here on. */
export function expectNoise(page: Page, ...patterns: RegExp[]): void {
  noises.get(page.context())?.expected.push(...patterns);
}

/** Opens a path and resolves when the page answers to clicks and keys, not just shows what the server rendered. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await isAlive(page);
}

/** Goes where a link in the portal would lead, without loading a document, and resolves when the page is there. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (to) => {
    const { __remixRouter } = window as unknown as { __remixRouter: { navigate(to: string): Promise<void> } };
    await __remixRouter.navigate(to);
  }, path);

/** Resolves when the page answers to clicks and keys: after a reload, or a navigation that loads a document. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const hasHandlers = (part: Element) => Object.keys(part).some((key) => key.startsWith("__reactProps$"));
    // What a document holds is HTML of the server or the editor's, which its surroundings answer for.
    const parts = [...document.querySelectorAll("a, button, form")].filter((part) => !part.closest(".document-prose"));
    return parts.length > 0 && parts.every(hasHandlers);
  });
  // A font that comes later moves what is measured or clicked.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Keys are listened to by effects, which run after the handlers are there.
  await isIdle(page);
}

/** Closes with Escape what has just opened. Effects listen to the key, and they run after it is on screen. */
export async function closeByEscape(opened: Locator): Promise<void> {
  const page = opened.page();
  await opened.waitFor();
  await isIdle(page);
  await page.keyboard.press("Escape");
  await opened.waitFor({ state: "detached" });
}

/** Resolves when the page has nothing left to do at once, effects that follow each other included. */
const isIdle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 10_000 })));

/** Resolves when all has come that the page asked for, and what came made it ask for nothing more. */
export async function isSettled(page: Page): Promise<void> {
  const { pending } = noises.get(page.context()) ?? { pending: new Set<Request>() };
  const awaited = async () => {
    await isIdle(page);
    return [...pending].map((request) => `${request.method()} ${request.url()}`);
  };
  await expect.poll(async () => [...(await awaited()), ...(await awaited())], { interval: 20 }).toEqual([]);
}

/** Fails when a browser of this test was heard to complain about anything that the test does not expect. */
export function expectQuiet(): void {
  const unexpected = [...noises.values()].flatMap(({ heard, expected }) =>
    heard.filter((line) => !expected.some((pattern) => pattern.test(line))),
  );
  expect(unexpected).toEqual([]);
}

async function listen(context: BrowserContext, { heard, pending }: Noise, hasJavaScript: boolean): Promise<void> {
  context.on("console", (message) => {
    // A failed response is heard below, with its status and method.
    if (!["error", "warning"].includes(message.type()) || /^Failed to load resource/.test(message.text())) return;
    // A page that is left while its socket is still being opened closes it.
    if (/WebSocket is closed before the connection is established/.test(message.text())) return;
    heard.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (webError) => heard.push(`uncaught: ${webError.error().stack}`));
  context.on("response", (response) => {
    if (response.status() >= 400) heard.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on("request", (request) => pending.add(request));
  context.on("requestfinished", (request) => pending.delete(request));
  context.on("requestfailed", (request) => {
    pending.delete(request);
    const reason = request.failure()?.errorText ?? "";
    // A page that is left takes its open requests with it, and a browser without JavaScript refuses every script.
    if (reason !== "net::ERR_ABORTED" && (hasJavaScript || reason !== "csp"))
      heard.push(`${reason} ${request.method()} ${request.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`policy: ${violatedDirective} refused ${blockedURI} in ${sourceFile}`);
    });
  });
}

/** Ends a test: fails it for what its browsers complained about, and closes them. `each-browser-test.ts` calls it. */
export async function endBrowserTest(): Promise<void> {
  try {
    expectQuiet();
  } finally {
    for (const context of noises.keys()) await context.close();
    noises.clear();
  }
}
