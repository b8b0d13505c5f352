import { vi } from "vitest";

/** Lets React work on its own, outside `act`, while something takes its time. */
export async function meanwhile<Result>(work: () => Promise<Result>): Promise<Result> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  }
}

/** Polls until the check holds; its last failure is the test's. */
export function until(check: () => void): Promise<void> {
  return meanwhile(() => vi.waitFor(check, { timeout: 5000 }));
}
