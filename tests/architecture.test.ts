import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isTypeOnly, readImports } from "./support/imports.ts";

const root = path.resolve(import.meta.dirname, "..");

/**
 * Who may import whom (style.md 3.1). The first row whose folder holds a file decides for it. `types` may be imported
 * as types only. `$1` stands for what the star of the folder matched.
 */
const rows: { from: string; may: string[]; types?: string[] }[] = [
  { from: "contract/", may: ["contract/"] },
  { from: "migrations/", may: [] },
  { from: "app/ui/", may: ["app/ui/"] },
  { from: "app/lib/", may: ["contract/", "app/ui/", "app/lib/"], types: ["server/"] },
  {
    from: "app/records/",
    may: ["contract/", "app/ui/", "app/lib/", "app/records/"],
    types: ["server/"],
  },
  {
    from: "app/features/*/",
    may: ["contract/", "app/ui/", "app/lib/", "app/records/", "app/document/", "app/features/"],
    types: ["server/"],
  },
  { from: "app/", may: ["contract/", "app/"], types: ["server/"] },
  { from: "server/uws/", may: ["server/uws/"] },
  {
    from: "server/db/",
    may: [
      "contract/",
      "server/db/",
      "server/start-problem.ts",
      "server/live/sanitize-message.ts",
      "server/records/readable.ts",
      "server/records/record-at.ts",
    ],
    types: ["server/live/"],
  },
  {
    from: "server/auth/",
    may: ["contract/", "server/auth/", "server/live/", "server/db/", "server/mail/", "server/problem.ts"],
    types: ["server/trpc/", "server/env.ts", "server/log.ts", "server/vault.ts"],
  },
  {
    from: "server/live/",
    may: ["contract/", "server/live/", "server/db/", "server/problem.ts"],
    types: ["server/trpc/", "server/log.ts"],
  },
  {
    from: "server/mail/",
    may: [
      "contract/",
      "server/mail/",
      "server/db/",
      "server/live/sanitize-message.ts",
      "server/features/settings/queries.ts",
      "server/features/notifications/still-readable.ts",
      "server/problem.ts",
    ],
    types: ["server/trpc/", "server/records/readable.ts", "server/vault.ts"],
  },
  {
    from: "server/trpc/procedures.ts",
    may: ["contract/", "server/problem.ts", "server/trpc/input-problem.ts"],
    types: ["server/trpc/"],
  },
  {
    from: "server/trpc/pace.ts",
    may: ["server/api/rate-limit.ts", "server/problem.ts"],
    types: ["server/trpc/"],
  },
  { from: "server/trpc/router.ts", may: ["server/trpc/procedures.ts", "server/features/"] },
  {
    from: "server/records/router.ts",
    may: ["contract/", "server/records/", "server/trpc/procedures.ts"],
    types: ["server/trpc/"],
  },
  {
    from: "server/records/",
    may: [
      "contract/",
      "server/records/",
      "server/search/",
      "server/db/transact.ts",
      "server/db/new-id.ts",
      "server/db/prepare.ts",
      "server/live/sanitize-message.ts",
      "server/problem.ts",
    ],
    types: ["server/db/", "server/trpc/", "server/live/"],
  },
  {
    from: "server/search/",
    may: ["contract/", "server/search/", "server/db/prepare.ts", "server/db/transact.ts", "server/problem.ts"],
    types: ["server/db/", "server/trpc/", "server/records/"],
  },
  {
    from: "server/features/wiki/formats/",
    may: ["contract/", "server/features/wiki/formats/", "server/document/", "server/imports/", "server/problem.ts"],
  },
  { from: "server/document/", may: ["contract/", "server/document/", "server/problem.ts"] },
  {
    from: "server/features/wiki/collab/",
    may: [
      "contract/",
      "server/features/wiki/collab/",
      "server/document/",
      "server/db/transact.ts",
      "server/db/new-id.ts",
    ],
    types: ["server/db/", "server/trpc/", "server/http/", "server/log.ts"],
  },
  {
    from: "server/features/*/",
    may: [
      "contract/",
      "server/features/",
      "server/records/",
      "server/search/",
      "server/imports/",
      "server/trpc/procedures.ts",
      "server/trpc/pace.ts",
      "server/db/transact.ts",
      "server/db/claims.ts",
      "server/db/new-id.ts",
      "server/db/prepare.ts",
      "server/db/notify.ts",
      "server/db/notification-preferences.ts",
      "server/db/user-preferences.ts",
      "server/db/wake.ts",
      "server/auth/",
      "server/files/",
      "server/mail/",
      "server/outbound/",
      "server/document/",
      "server/jobs/plan.ts",
      "server/live/sanitize-message.ts",
      "server/problem.ts",
    ],
    types: ["server/db/", "server/trpc/", "server/live/", "server/jobs/", "server/vault.ts", "server/log.ts"],
  },
];

const sources = globSync("{app,contract,server,migrations}/**/*.{ts,tsx}", { cwd: root }).map((file) =>
  file.split(path.sep).join("/"),
);

function rowOf(file: string) {
  return rows.find(({ from }) => new RegExp(`^${from.replace("*", "[^/]+")}`).test(file));
}

describe("the import table", () => {
  it.each(sources.filter(rowOf))("%s imports only what it may", (file) => {
    const row = rowOf(file);
    const text = readFileSync(path.join(root, file), "utf8");
    const wrong = readImports(text, file)
      .filter(({ source }) => source.startsWith("."))
      .filter((found) => {
        const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), found.source));
        const allowed = isTypeOnly(found) ? [...(row?.may ?? []), ...(row?.types ?? [])] : (row?.may ?? []);
        return !allowed.some((prefix) => target.startsWith(prefix));
      });
    expect(
      wrong,
      `${file} belongs below ${row?.from}; move the code, or ask through the contract or the load context`,
    ).toEqual([]);
  });
});

describe("a slip that would be dangerous", () => {
  const server = sources.filter((file) => file.startsWith("server/"));

  it("compares with null by `is`", () => {
    const wrong = server.filter((file) => /["']!?=["'],\s*null/.test(readFileSync(path.join(root, file), "utf8")));
    expect(wrong).toEqual([]);
  });

  it("reads the environment in one place", () => {
    const readers = server.filter((file) => /process\.env\b/.test(readFileSync(path.join(root, file), "utf8")));
    expect(readers.filter((file) => file !== "server/main.ts" && !file.startsWith("server/soketi/"))).toEqual([]);
  });

  it("opens transactions only in transact()", () => {
    const openers = server.filter((file) => /\.transaction\(\)/.test(readFileSync(path.join(root, file), "utf8")));
    expect(openers).toEqual(["server/db/transact.ts"]);
  });

  it("keeps hand-written files at 300 lines or fewer", () => {
    const long = sources.filter((file) => readFileSync(path.join(root, file), "utf8").split("\n").length > 301);
    expect(long).toEqual([]);
  });

  it("gives every procedure an input schema or no input at all", async () => {
    const { appRouter } = await import("../server/trpc/router.ts");
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>;
    const without = Object.keys(procedures).filter((name) => procedures[name]?._def.inputs.length === 0);
    expect(without.filter((name) => !proceduresWithoutInput.includes(name))).toEqual([]);
  });
});

const proceduresWithoutInput = ["session.revokeAll"];
