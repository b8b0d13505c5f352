import { setTimeout as delay } from "node:timers/promises";
import { VisitProblem } from "../browser-problem.ts";
import type { ForeignPage } from "../foreign-page.ts";
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

/**
 * A page as somebody sees it who comes for the first time and declines what it asks for. Where that leaves it in a state
 * in which it cannot be drawn, it is drawn as it came.
 */
export async function takePicture(tools: VisitTools, { url, device }: PictureInput): Promise<Picture> {
  const page = await tools.openPage(devices[device]);
  const opened = await openSound(page, url);
  await page.waitUntilIdle(idleMs);
  const isDismissed = await dismissConsent(page).then(
    () => true,
    () => false,
  );
  try {
    await comeToRest(page, tools.signal);
    return { webp: await page.screenshot({ quality, timeoutMs: screenshotMs }), ...opened };
  } catch (error) {
    if (!isDismissed || tools.signal.aborted) throw error;
  }
  const again = await tools.openPage(devices[device]);
  const reopened = await openSound(again, url);
  return { webp: await again.screenshot({ quality, timeoutMs: screenshotMs }), ...reopened };
}

/** The picture of an error is no picture of the website. */
async function openSound(page: ForeignPage, url: string) {
  const opened = await page.open(url);
  if (opened.status >= 400)
    throw new VisitProblem(`Die Seite antwortet mit HTTP-Status ${opened.status}.`, "httpStatus");
  return opened;
}

/** Brings movements to their end, and waits until the page has found its position. */
async function comeToRest(page: ForeignPage, signal: AbortSignal): Promise<void> {
  await delay(layoutMs, undefined, { signal }).catch(() => undefined);
  await page.evaluate(
    "document.getAnimations().forEach((each) => { try { each.finish(); } catch { each.cancel(); } })",
  );
}
