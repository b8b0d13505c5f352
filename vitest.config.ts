import { defineConfig } from "vitest/config";

export default defineConfig({
  esbuild: { jsx: "automatic" },
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "tests/features/**/*.test.ts",
            "tests/ui/**/*.test.{ts,tsx}",
            "tests/routes/**/*.test.ts",
            "tests/*.test.ts",
          ],
          setupFiles: ["tests/support/console-guard.ts"],
        },
      },
      { extends: true, test: { name: "socket", include: ["tests/uws/**/*.test.ts", "tests/soketi/**/*.test.ts"] } },
      { extends: true, test: { name: "contract", include: ["tests/contract/**/*.test.ts"] } },
      { extends: true, test: { name: "faults", include: ["tests/faults/**/*.test.ts"], testTimeout: 300_000 } },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } },
          fileParallelism: true,
          maxWorkers: 2,
        },
      },
    ],
  },
});
