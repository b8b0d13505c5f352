import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { isTypeOnly, readImports } from "./support/imports.ts";

const root = path.resolve(import.meta.dirname, "..");

interface Row {
  from: string;
  may: readonly string[];
  /** What may be imported as types only: it vanishes when the code runs. */
  types?: readonly string[];
}

/** What every feature of the server builds on; `server/*` are the files of that folder itself, not of those below. */
const layersBelowFeatures = [
  "server/*",
  "server/auth/",
  "server/backup/",
  "server/browser/",
  "server/checks/",
  "server/db/",
  "server/document/",
  "server/files/",
  "server/imports/",
  "server/jobs/",
  "server/lookups/",
  "server/mail/",
  "server/nodes/",
  "server/notifications/",
  "server/outbound/",
  "server/records/",
  "server/search/",
  "server/settings/",
  "server/trpc/",
];

/** Which features of the server use which others; those that are not named use none. */
const featureImports: Record<string, readonly string[]> = {
  addresses: ["change-events", "end-of-life", "hosts", "lookups", "providers", "websites"],
  attachments: ["files"],
  "audit-log": ["tasks"],
  backups: ["audit-log", "checks"],
  "calendar-feeds": ["deadlines"],
  "change-events": ["changes", "maintenance"],
  channels: ["notifications"],
  chats: ["claims", "files", "wiki"],
  checks: ["deadlines"],
  "contract-items": ["terms"],
  "cost-forecast": ["terms"],
  "customer-questions": ["terms"],
  contracts: ["terms"],
  "contract-gaps": ["contracts"],
  maintenance: ["checks", "tasks"],
  merges: ["deadlines"],
  redirects: ["change-events", "lookups"],
  "registrar-connections": ["change-events", "deadlines", "terms"],
  registrations: ["change-events", "deadlines", "lookups", "terms"],
  reminders: ["deadlines"],
  customers: ["contacts", "contracts", "lookups", "needs"],
  dashboard: ["contracts", "deadlines", "needs", "terms"],
  deadlines: ["claims", "terms"],
  devices: ["terms"],
  discoveries: ["customers", "end-of-life", "previews", "technologies", "websites"],
  dmarc: ["addresses"],
  dns: ["change-events", "incidents", "lookups"],
  domains: ["follows", "lookups", "terms"],
  "end-of-life": ["deadlines"],
  feedback: ["claims", "files", "needs"],
  files: ["chats"],
  heartbeats: ["change-events", "checks"],
  "holder-confirmations": ["customer-questions", "lookups"],
  "host-moves": ["domains", "tasks"],
  hosts: ["contracts", "follows", "terms"],
  impact: ["contracts"],
  imports: ["checks", "customers", "devices", "files", "heartbeats", "maintenance", "status-pages", "terms"],
  incidents: ["change-events", "claims", "needs", "wiki"],
  jobs: ["needs"],
  lookalikes: ["change-events", "lookups"],
  legal: ["change-events", "lookups"],
  lookups: ["checks"],
  live: ["chats", "claims", "tasks"],
  mentions: ["wiki"],
  needs: ["claims"],
  notifications: ["chats"],
  offboarding: ["devices", "tasks", "users"],
  previews: ["change-events", "checks"],
  privacy: ["chats", "contacts", "feedback", "files", "tasks", "wiki"],
  security: ["users", "wiki"],
  sessions: ["users"],
  settings: ["files", "technologies", "vulnerabilities"],
  metrics: ["system"],
  system: ["backups", "channels", "jobs", "lookups", "wiki"],
  "site-reports": ["change-events", "end-of-life", "technologies", "vulnerabilities"],
  "status-pages": ["checks", "files"],
  tasks: ["chats", "claims", "deadlines", "needs", "wiki"],
  technologies: ["change-events", "end-of-life", "lookups"],
  users: ["audit-log", "chats", "claims", "files", "tasks", "wiki"],
  "vantage-points": ["system"],
  vulnerabilities: ["change-events", "end-of-life"],
  webhooks: ["deadlines"],
  websites: ["deadlines", "domains", "follows", "needs"],
  wiki: ["attachments", "files", "imports", "search", "tags"],
};

/**
 * Who may import whom, by folders. The first row whose folder holds a file decides for it. Besides what a row names,
 * every folder may import itself, and all of `app/` and `server/` may import `contract/`. On the server, features meet
 * the layers below them by registration (server/features/register.ts), never by an import from below.
 */
const rows: readonly Row[] = [
  { from: "contract/", may: [] },
  { from: "migrations/", may: [] },
  { from: "app/ui/", may: [] },
  { from: "app/lib/", may: ["contract/", "app/ui/"], types: ["server/"] },
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
  { from: "app/", may: ["contract/"], types: ["server/"] },
  { from: "server/uws/", may: [] },
  { from: "server/db/", may: ["contract/", "server/*"], types: ["server/live/"] },
  { from: "server/live/", may: ["contract/", "server/*", "server/nodes/"] },
  { from: "server/search/", may: ["contract/", "server/*", "server/db/"] },
  { from: "server/settings/", may: ["contract/", "server/*", "server/db/"], types: ["server/search/"] },
  {
    from: "server/trpc/",
    may: ["contract/", "server/*"],
    types: [
      "server/backup/",
      "server/browser/",
      "server/checks/",
      "server/db/",
      "server/files/",
      "server/jobs/",
      "server/live/",
      "server/nodes/",
      "server/features/wiki/collab/",
    ],
  },
  { from: "server/lookups/", may: ["contract/", "server/*", "server/outbound/"] },
  { from: "server/nodes/", may: ["contract/", "server/*", "server/db/"] },
  { from: "server/jobs/", may: ["contract/", "server/*", "server/db/", "server/nodes/"], types: ["server/trpc/"] },
  {
    from: "server/records/",
    may: ["contract/", "server/*", "server/db/", "server/search/", "server/trpc/"],
    types: ["server/live/"],
  },
  {
    from: "server/notifications/",
    may: ["contract/", "server/*", "server/db/", "server/records/"],
    types: ["server/live/"],
  },
  {
    from: "server/mail/",
    may: ["contract/", "server/*", "server/db/", "server/jobs/", "server/notifications/", "server/settings/"],
    types: ["server/trpc/"],
  },
  {
    from: "server/auth/",
    may: ["contract/", "server/*", "server/db/", "server/mail/", "server/notifications/", "server/settings/"],
    types: ["server/live/", "server/trpc/"],
  },
  { from: "server/browser/", may: ["contract/", "server/*", "server/outbound/"] },
  { from: "server/checks/", may: ["contract/", "server/*", "server/db/", "server/outbound/"] },
  {
    from: "server/backup/",
    may: ["contract/", "server/*", "server/db/", "server/files/", "server/outbound/"],
  },
  { from: "server/outbound/", may: ["contract/", "server/*"] },
  { from: "server/document/", may: ["contract/", "server/*"] },
  { from: "server/imports/", may: ["contract/", "server/*"] },
  { from: "server/files/", may: ["contract/", "server/*", "server/auth/"] },
  {
    from: "server/features/wiki/formats/",
    may: ["contract/", "server/*", "server/browser/", "server/document/", "server/imports/"],
  },
  {
    from: "server/features/wiki/collab/",
    may: ["contract/", "server/*", "server/db/", "server/document/", "server/nodes/"],
    types: ["server/http/", "server/trpc/"],
  },
  ...Object.entries(featureImports).map(([feature, others]) => ({
    from: `server/features/${feature}/`,
    may: ["contract/", ...layersBelowFeatures, ...others.map((other) => `server/features/${other}/`)],
    types: feature === "wiki" ? ["server/live/", "server/http/"] : ["server/live/"],
  })),
  { from: "server/features/*/", may: ["contract/", ...layersBelowFeatures], types: ["server/live/"] },
  { from: "server/features/", may: ["contract/", ...layersBelowFeatures] },
  {
    from: "server/api/",
    may: ["contract/", "server/*", "server/auth/", "server/db/", "server/features/*", "server/jobs/", "server/trpc/"],
  },
  {
    from: "server/http/",
    may: ["contract/", "server/api/", "server/features/", "server/live/", ...layersBelowFeatures],
  },
  { from: "server/soketi/", may: ["contract/", "server/*", "server/http/"], types: ["server/live/", "server/nodes/"] },
  { from: "server/sample/", may: ["contract/", "server/features/", "server/live/", ...layersBelowFeatures] },
  { from: "server/portal/", may: ["contract/", "server/"] },
  { from: "server/cli/", may: ["contract/", "server/"] },
  { from: "server/", may: ["contract/"] },
];

const sources = globSync("{app,contract,server,migrations}/**/*.{ts,tsx}", { cwd: root }).map((file) =>
  file.split(path.sep).join("/"),
);

const below = (folder: string) => new RegExp(`^${folder.replace("*", "[^/]+")}${folder.endsWith("*") ? "$" : ""}`);
const rowOf = (file: string) => rows.find(({ from }) => below(from).test(file));

describe("the import table", () => {
  it.each(sources)("%s imports only what it may", (file) => {
    const row = rowOf(file);
    const own = row && (below(row.from).exec(file)?.[0] ?? row.from);
    const wrong = readImports(readFileSync(path.join(root, file), "utf8"), file)
      .filter(({ source }) => source.startsWith("."))
      .filter((found) => {
        const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), found.source));
        const allowed = [own ?? "", ...(row?.may ?? []), ...(isTypeOnly(found) ? (row?.types ?? []) : [])];
        return !allowed.some((folder) => below(folder).test(target));
      });
    expect(
      wrong,
      `${file} belongs below ${row?.from}; move the code, register it, or ask through the contract or the load context`,
    ).toEqual([]);
  });

  it("knows every folder, and every feature that it names", () => {
    expect(sources.filter((file) => !rowOf(file))).toEqual([]);
    const features = globSync("server/features/*/", { cwd: root }).map((folder) => path.basename(folder));
    const named = Object.entries(featureImports).flatMap(([feature, others]) => [feature, ...others]);
    expect(named.filter((feature) => !features.includes(feature))).toEqual([]);
  });
});

/** The texts of all `sql` templates of a source, each with its line; expressions within them stand as `?`. */
function readSqlTexts(text: string, file: string): { line: number; sql: string }[] {
  if (!/\bsql\b/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: { line: number; sql: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === "sql") {
      const { template } = node;
      const sql = ts.isNoSubstitutionTemplateLiteral(template)
        ? template.text
        : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join("?");
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, sql });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("a slip that would be dangerous", () => {
  const server = sources.filter((file) => file.startsWith("server/"));

  it("compares with null by `is`", () => {
    const wrong = server.filter((file) => /["']!?=["'],\s*null/.test(readFileSync(path.join(root, file), "utf8")));
    expect(wrong).toEqual([]);
  });

  it("leaves what only SQLite knows to the expressions of server/db/dialect", () => {
    const names = [
      /\b(json_\w+|strftime|julianday|datetime|unixepoch|group_concat|instr|ifnull|iif|printf|total|char|random|changes)\s*\(/i,
      /\b(glob|rowid|pragma_?\w*|sqlite_\w+|insert or|replace into|indexed by|(un)?likely|likelihood)\b/i,
      // Scalar `max` and `min`, `is` between values, `+` before a column, and a cross join with a condition.
      /\b(max|min)\([^(),]*,/i,
      /\bis (not )?(?!not\b|null\b|distinct\b|true\b|false\b)[\w(]/i,
      /(^|[\s(,])\+[a-z?]/i,
      /\bcross join [\w?]+( as)? \w+ on\b/i,
    ];
    const wrong = server
      .filter((file) => !/^server\/(db|search)\//.test(file))
      .flatMap((file) =>
        readSqlTexts(readFileSync(path.join(root, file), "utf8"), file)
          .filter(({ sql }) => names.some((name) => name.test(sql)))
          .map(({ line, sql }) => `${file}:${line} ${sql}`),
      );
    expect(wrong, "say it by an expression of server/db/dialect, or in words that both engines know").toEqual([]);
  });

  it("reads the environment in one place", () => {
    const readers = server.filter((file) => /process\.env\b/.test(readFileSync(path.join(root, file), "utf8")));
    const starts = ["server/cli/main.ts", "server/portal/main.ts"];
    expect(readers.filter((file) => !starts.includes(file) && !file.startsWith("server/soketi/"))).toEqual([]);
  });

  it("opens transactions only in transact()", () => {
    const openers = server.filter((file) => /\.transaction\(\)/.test(readFileSync(path.join(root, file), "utf8")));
    expect(openers.sort()).toEqual(["server/db/migrate.ts", "server/db/transact.ts"]);
  });

  it("opens the database in one place", () => {
    const openers = server.filter((file) => /\bopenDatabase\b/.test(readFileSync(path.join(root, file), "utf8")));
    expect(openers.sort()).toEqual([
      "server/db/connection.ts",
      "server/db/data-place.ts",
      "server/portal/open-data.ts",
    ]);
  });

  it("keeps hand-written files at 300 lines or fewer", () => {
    const long = sources.filter((file) => readFileSync(path.join(root, file), "utf8").split("\n").length > 301);
    expect(long).toEqual([]);
  });

  it("keeps a folder at 25 files or fewer", () => {
    const code = globSync("{app,contract,server,tests,scripts}/**/*.{ts,tsx,mjs,css}", { cwd: root })
      .map((file) => path.posix.dirname(file.split(path.sep).join("/")))
      .filter((folder) => folder !== "app/routes");
    const counts = Map.groupBy(code, (folder) => folder);
    expect([...counts].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([]);
  });

  it("is cut as decision 0026 wants it: functions, switches over record types, knots of folders", () => {
    const measured = execFileSync(process.execPath, ["scripts/house.mjs", "--cut"], { cwd: root, encoding: "utf8" });
    const house: { knots: Record<string, { knots: string[][] }> } = JSON.parse(measured);
    expect(house).toMatchObject({ longFunctions: [], typeSwitches: [] });
    const knots = Object.values(house.knots).flatMap((side) => side.knots);
    expect(knots.filter((folders) => folders.length > 5)).toEqual([]);
  });

  it("gives every procedure an input schema or no input at all", async () => {
    const { appRouter } = await import("../server/features/router.ts");
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>;
    const without = Object.keys(procedures).filter((name) => procedures[name]?._def.inputs.length === 0);
    expect(without).toEqual([]);
  });
});
