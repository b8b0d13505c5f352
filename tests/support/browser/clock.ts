import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Further ahead than a busy machine takes to say so to a page: a clock cannot be stopped in the past. */
const aheadMs = 10_000;

/** Stops the clock of a page that has it installed; from then on only `runFor` lets time go on there. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + aheadMs);

/**
 * Lets a stopped clock go on in steps until something is so. What the page does in between takes real time: a timer that
 * it sets afterwards would miss one large step.
 */
export async function stepUntil<Value>(
  page: Page,
  stepMs: number,
  read: () => Promise<Value>,
  expected: Value,
): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(stepMs);
      return read();
    })
    .toEqual(expected);
}
