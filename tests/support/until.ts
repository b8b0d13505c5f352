import { vi } from "vitest";

/** Polls until the check holds, for as long as a busy machine may take; its last failure is the test's. */
export const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check);
