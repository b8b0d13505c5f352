import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const cores = availableParallelism();

/** One project after the other: a browser or a fuzzer beside it would slow down what the next one waits for. */
const inTurn = (projects: TestProjectInlineConfiguration["test"][]): TestProjectInlineConfiguration[] =>
  projects.map((test, groupOrder) => ({ extends: true, test: { ...test, sequence: { groupOrder } } }));

export default defineConfig({
  esbuild: { jsx: "automatic" },
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: inTurn([
      {
        name: "unit",
        include: [
          "tests/features/**/*.test.ts",
          "tests/ui/**/*.test.{ts,tsx}",
          "tests/routes/**/*.test.ts",
          "tests/*.test.ts",
        ],
        setupFiles: ["tests/support/console-guard.ts"],
      },
      { name: "socket", include: ["tests/uws/**/*.test.ts", "tests/soketi/**/*.test.ts"] },
      { name: "contract", include: ["tests/contract/**/*.test.ts"] },
      // Each kill costs a start, and a busy machine takes ten seconds for one.
      { name: "faults", include: ["tests/faults/**/*.test.ts"], testTimeout: 900_000 },
      {
        name: "e2e",
        include: ["tests/e2e/**/*.test.ts"],
        testTimeout: 90_000,
        expect: { poll: { timeout: 10_000 } },
        maxWorkers: Math.max(2, cores - 1),
        // Two other browsers beside it may cost a test its time once; a fault fails it again.
        retry: 1,
      },
    ]),
  },
});
