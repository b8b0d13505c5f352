import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import LongestFirst from "./scripts/longest-first.ts";
import { patienceMs } from "./tests/support/limits.ts";
import { filesWithDatabase } from "./tests/support/postgres/files-with-database.ts";
import { filesOnPostgres, partName } from "./tests/support/postgres/part.ts";
import { findPostgres } from "./tests/support/servers/postgres.ts";

const cores = availableParallelism();
const unitFiles = ["tests/features/**/*.test.ts", "tests/routes/**/*.test.ts", "tests/*.test.ts"];
const globalSetup = ["tests/support/postgres/for-all.ts"];
const isOnPostgres = process.env.TEST_ENGINE === "postgres";
/** Where everything runs on Postgres, and where it is not installed, there is no part of its own. */
const hasPart = !isOnPostgres && findPostgres() !== undefined;
/** On Postgres alone what opens a database is worth running. */
const onEngine = (files: string[]) => (isOnPostgres ? filesWithDatabase(files) : files);
// Workers take the packages that they import as they were compiled in a run before.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, "node_modules/.cache/node");

/** Node itself loads what replaces no module: it keeps what it has compiled, and loads and runs it in less time. */
const byNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };
const unitSetup = ["tests/support/console-guard.ts", "tests/support/browser/each-unit-file.ts"];

/** Group after group: a browser or a fuzzer beside it would slow down what the next one waits for. */
const inTurn = (groups: TestProjectInlineConfiguration["test"][][]): TestProjectInlineConfiguration[] =>
  groups.flatMap((projects, groupOrder) =>
    projects.map((test) => ({ extends: true, test: { ...test, sequence: { groupOrder } } })),
  );

export default defineConfig({
  esbuild: { jsx: "automatic" },
  test: {
    // Most files import the whole server, which takes longer than their tests: they share the modules of their worker.
    isolate: false,
    // Many tests wait for a server, a browser or a moment; meanwhile the one more has a core.
    maxWorkers: cores + 1,
    sequence: { sequencer: LongestFirst, setupFiles: "list" },
    // What one project has translated the others take, and so does the next run.
    fsModuleCache: true,
    fsModuleCachePath: "node_modules/.cache/vitest",
    setupFiles: ["tests/support/each-file.ts"],
    // Limits that end what hangs; nothing is measured by them, so a busy machine has time.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: patienceMs } },
    projects: inTurn([
      [
        {
          name: "unit",
          include: onEngine(unitFiles),
          setupFiles: unitSetup,
          globalSetup,
          ...byNode,
        },
        ...(hasPart
          ? [
              {
                name: partName,
                include: filesOnPostgres(),
                setupFiles: unitSetup,
                globalSetup,
                ...byNode,
              },
            ]
          : []),
        {
          name: "ui",
          include: ["tests/ui/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/browser/each-page-file.ts", "tests/support/console-guard.ts"],
        },
      ],
      [
        // Each kill costs a start, and a busy machine takes ten seconds for one.
        {
          name: "faults",
          include: onEngine(["tests/faults/**/*.test.ts"]),
          globalSetup,
          isolate: true,
          testTimeout: 900_000,
          ...byNode,
        },
        { name: "contract", include: onEngine(["tests/contract/**/*.test.ts"]), globalSetup, ...byNode },
        { name: "socket", include: ["tests/uws/**/*.test.ts", "tests/soketi/**/*.test.ts"], isolate: true },
        // They wait for processes that start, end or are silent more than all others.
      ].map((project) => ({ ...project, maxWorkers: cores + 2 })),
      [
        {
          name: "e2e",
          // Browsers keep every core busy by themselves; one more worker only makes each of them late.
          maxWorkers: cores,
          include: ["tests/e2e/**/*.test.ts"],
          setupFiles: ["tests/support/browser/each-browser-test.ts"],
          // React chooses its build by it: pages are rendered by the one that the portal runs with.
          env: { NODE_ENV: "production" },
          testTimeout: 600_000,
          ...byNode,
        },
      ],
    ]),
  },
});
