import type { Page } from "playwright-core";

/** An event that somebody caused, as the Event Timing API tells of it; one press is several events. */
export interface TimedEvent {
  interactionId: number;
  duration: number;
}

export interface Watched {
  /** When the largest part of the page was painted. */
  lcpMs: number;
  /** How long each task took that took longer than 50 ms. */
  longTasksMs: number[];
  events: TimedEvent[];
}

/** Watches a page from its beginning. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Watched = { lcpMs: 0, longTasksMs: [], events: [] };
    Object.assign(window, { seen });
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
        type,
        buffered: true,
        durationThreshold: 16,
      } as PerformanceObserverInit);
    observe("largest-contentful-paint", ({ startTime }) => {
      seen.lcpMs = startTime;
    });
    observe("longtask", ({ duration }) => seen.longTasksMs.push(duration));
    observe("event", (entry) => {
      const { interactionId = 0 } = entry as PerformanceEntry & { interactionId?: number };
      if (interactionId > 0) seen.events.push({ interactionId, duration: entry.duration });
    });
  });
}

/** What has been seen since the page began, or since it was read last; waits until all of it has been told. */
export async function readWatched(page: Page): Promise<Watched> {
  // Entries are told after the next frame, and only when nothing else is left to do.
  await page.waitForTimeout(500);
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: Watched };
    const read = { lcpMs: seen.lcpMs, longTasksMs: [...seen.longTasksMs], events: [...seen.events] };
    Object.assign(seen, { longTasksMs: [], events: [] });
    return read;
  });
}

/** The least that the Event Timing API tells of; what is sooner is not told at all. */
export const shortestEventMs = 16;

/** Interaction to Next Paint: the longest one, of every fifty one left out. */
export function inpOf(events: readonly TimedEvent[]): number {
  const interactions = [...Map.groupBy(events, ({ interactionId }) => interactionId).values()];
  const longest = interactions
    .map((of) => Math.max(...of.map(({ duration }) => duration)))
    .sort((one, other) => other - one);
  return longest[Math.floor(longest.length / 50)] ?? shortestEventMs;
}
