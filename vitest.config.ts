import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const cores = availableParallelism();
// Workers take the packages that they import as they were compiled in a run before.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, "node_modules/.cache/node");

/** One project after the other: a browser or a fuzzer beside it would slow down what the next one waits for. */
const inTurn = (projects: TestProjectInlineConfiguration["test"][]): TestProjectInlineConfiguration[] =>
  projects.map((test, groupOrder) => ({ extends: true, test: { ...test, sequence: { groupOrder } } }));

export default defineConfig({
  esbuild: { jsx: "automatic" },
  test: {
    // Most files import the whole server, which takes longer than their tests: they share the modules of their worker.
    isolate: false,
    maxWorkers: cores,
    setupFiles: ["tests/support/each-file.ts"],
    // Limits that end what hangs; nothing is measured by them, so a busy machine has time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: inTurn([
      {
        name: "unit",
        include: ["tests/features/**/*.test.ts", "tests/routes/**/*.test.ts", "tests/*.test.ts"],
        setupFiles: ["tests/support/console-guard.ts"],
      },
      {
        name: "ui",
        include: ["tests/ui/**/*.test.{ts,tsx}"],
        setupFiles: ["tests/support/console-guard.ts"],
        // A page's stores last as long as its modules, and each file has a document of its own.
        isolate: true,
      },
      { name: "socket", include: ["tests/uws/**/*.test.ts", "tests/soketi/**/*.test.ts"], isolate: true },
      { name: "contract", include: ["tests/contract/**/*.test.ts"] },
      // Each kill costs a start, and a busy machine takes ten seconds for one.
      { name: "faults", include: ["tests/faults/**/*.test.ts"], isolate: true, testTimeout: 900_000 },
      {
        name: "e2e",
        include: ["tests/e2e/**/*.test.ts"],
        setupFiles: ["tests/support/browser/each-browser-test.ts"],
        testTimeout: 240_000,
        expect: { poll: { timeout: 20_000 } },
      },
    ]),
  },
});
