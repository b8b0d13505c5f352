import { afterEach, beforeEach, expect, vi } from "vitest";

/** A console warning or error fails the test in which it happens; a test that expects one spies on it itself. */
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  try {
    for (const method of [console.error, console.warn]) {
      if (vi.isMockFunction(method)) expect(method.mock.calls).toEqual([]);
    }
  } finally {
    // What one test has said must not fail the next ones, which share the modules of their worker.
    vi.restoreAllMocks();
  }
});
