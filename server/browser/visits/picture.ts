import { setTimeout as delay } from "node:timers/promises";
import { VisitProblem } from "../browser-problem.ts";
import type { ForeignPage } from "../foreign-page.ts";
import { within } from "../within.ts";
import { dismissConsent } from "./consent.ts";
import type { VisitTools } from "./visits.ts";

export type Device = "desktop" | "mobile";

export interface PictureInput {
  url: string;
  device: Device;
}

export interface Picture {
  webp: Uint8Array;
  status: number;
  /** Where the URL has led to. */
  url: string;
}

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  mobile: { viewport: { width: 390, height: 844 }, scale: 2, isMobile: true },
} as const;

const quality = 75;
const idleMs = 5000;
const layoutMs = 1500;
const screenshotMs = 8000;

/** Of the visit's time, what opening the page once more and drawing it as it comes may need. */
const secondTryMs = 8000;
/** Of that, what remains for the picture when the page does not come to rest. */
const drawingMs = 3500;
/** With less time, nothing is declined: the page has taken it all to open. */
const minFirstTryMs = 3000;

/**
 * A page as somebody sees it who comes for the first time and declines what it asks for. Where that leaves it in a state
 * in which it cannot be drawn, it is opened once more and drawn as it comes.
 */
export async function takePicture(tools: VisitTools, { url, device }: PictureInput): Promise<Picture> {
  const page = await tools.openPage(devices[device]);
  const opened = await openSound(page, url);
  const firstTryMs = tools.leftMs() - secondTryMs;
  if (firstTryMs < minFirstTryMs) return { webp: await drawAsItComes(page, tools), ...opened };
  try {
    return { webp: await within(drawDeclined(page, tools.signal), firstTryMs), ...opened };
  } catch (error) {
    if (tools.signal.aborted || isOfMemory(error)) throw error;
  }
  const again = await tools.openPage(devices[device]);
  const reopened = await openSound(again, url);
  return { webp: await drawAsItComes(again, tools), ...reopened };
}

/** Another try would take it once more. */
const isOfMemory = (error: unknown) =>
  error instanceof VisitProblem && (error.code === "tooMuchMemory" || error.code === "crowded");

async function drawDeclined(page: ForeignPage, signal: AbortSignal): Promise<Uint8Array> {
  await page.waitUntilIdle(idleMs);
  const idleAt = performance.now();
  const hasFound = await dismissConsent(page).catch((error: unknown) => {
    // A page that does not answer any more is not drawn, either. Others are: some load anew when somebody declines.
    if (error instanceof VisitProblem) throw error;
    return true;
  });
  // Without a layer, the page has had its time while one was looked for.
  await comeToRest(page, { signal, restMs: hasFound ? layoutMs : layoutMs - (performance.now() - idleAt) });
  return page.screenshot({ quality, timeoutMs: screenshotMs });
}

async function drawAsItComes(page: ForeignPage, { leftMs }: VisitTools): Promise<Uint8Array> {
  const restMs = Math.min(idleMs, leftMs() - drawingMs);
  if (restMs > 0) await page.waitUntilIdle(restMs);
  return page.screenshot({ quality, timeoutMs: screenshotMs });
}

/** The picture of an error is no picture of the website. */
async function openSound(page: ForeignPage, url: string) {
  const opened = await page.open(url);
  if (opened.status >= 400)
    throw new VisitProblem(`Die Seite antwortet mit HTTP-Status ${opened.status}.`, "httpStatus");
  return opened;
}

/** Brings movements to their end, and waits until the page has found its position. */
async function comeToRest(
  page: ForeignPage,
  { signal, restMs }: { signal: AbortSignal; restMs: number },
): Promise<void> {
  if (restMs > 0) await delay(restMs, undefined, { signal }).catch(() => undefined);
  await page.evaluate(
    "document.getAnimations().forEach((each) => { try { each.finish(); } catch { each.cancel(); } })",
  );
}
