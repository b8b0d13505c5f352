import { formatNumber } from "../format.ts";
import { hideToast, showToast } from "./toasts.ts";

export interface WorkedOff {
  /** How many items were sent and answered. */
  reached: number;
  /** Why the rest was not sent. */
  failure?: unknown;
}

/**
 * Sends many items a part at a time and counts in one toast how far that has come: „12 von 20 entschieden …“. Ends at the
 * first part that gets no answer; what went before it stays done.
 */
export async function workOff<Item>(
  items: readonly Item[],
  { done, partSize }: { done: string; partSize: number },
  send: (part: Item[]) => Promise<unknown>,
): Promise<WorkedOff> {
  const toast = showToast({ tone: "info", isLoading: true, autoCloseMs: false, title: titleOf(0, items, done) });
  let reached = 0;
  try {
    while (reached < items.length) {
      const part = items.slice(reached, reached + partSize);
      await send(part);
      reached += part.length;
      showToast({ id: toast, tone: "info", isLoading: true, autoCloseMs: false, title: titleOf(reached, items, done) });
    }
    return { reached };
  } catch (failure) {
    return { reached, failure };
  } finally {
    hideToast(toast);
  }
}

const titleOf = (reached: number, { length }: readonly unknown[], done: string) =>
  `${formatNumber(reached)} von ${formatNumber(length)} ${done} …`;
