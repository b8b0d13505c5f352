import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { keysOf, parseOwnJson, recordOf } from "../../../contract/narrowing.ts";
import { readNodes } from "../../../contract/system/nodes.ts";
import { readSizes as sizesInput } from "../../../contract/system/sizes.ts";
import { readSystem, type SystemState } from "../../../contract/system/system.ts";
import { findPingMethod } from "../../checks/probes/ping.ts";
import { databaseBytes, engineVersion } from "../../db/dialect/server.ts";
import { hasExactly, isMigrated, listMigrations } from "../../db/migrate.ts";
import { isPostgres } from "../../db/postgres/is-postgres.ts";
import { tightestOf } from "../../files/disk-space.ts";
import { findUnreadableSecrets } from "../../settings/unreadable-secrets.ts";
import type { Services } from "../../trpc/context.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import type { FiguresContext } from "./figures.ts";
import { listNodes } from "./nodes.ts";
import { readQueueFigures } from "./queues.ts";
import { readLights } from "./samples.ts";
import { readSizes } from "./sizes.ts";
import { hasUnheardProxy } from "./unheard-proxy.ts";

export const systemRouter = router({
  get: procedureFor("manageSettings")
    .input(readSystem)
    .query(({ ctx }) => readSystemState(ctx)),
  nodes: procedureFor("manageSettings")
    .input(readNodes)
    .query(({ ctx }) => listNodes(ctx)),
  sizes: procedureFor("manageSettings")
    .input(sizesInput)
    .query(({ ctx }) => readSizes(ctx)),
});

const startedAt = new Date(Date.now() - process.uptime() * 1000);

type Ctx = FiguresContext & Pick<Services, "vault">;

/** How the portal is doing, measured at this moment. */
async function readSystemState(ctx: Ctx): Promise<SystemState> {
  const { db, nodes, disks, now, vault } = ctx;
  const one = async (statement: ReturnType<typeof sql<Record<string, number | string>>>) =>
    (await statement.execute(db)).rows[0] ?? {};
  const [{ version }, { bytes }, { migrations }, files, people, sessions, queues, disk, packages] = await Promise.all([
    one(sql`select ${engineVersion} as version`),
    one(sql`select ${databaseBytes} as bytes`),
    one(sql`select count(*) as migrations from kysely_migration`),
    one(sql`select count(*) as count, coalesce(sum(size), 0) as bytes from files where confirmed_at is not null`),
    one(sql`select count(*) as count from users where deactivated_at is null and joined_at is not null`),
    one(sql`select count(*) as count from sessions where expires_at > ${now().toISOString()}`),
    readQueueFigures(ctx),
    disks.read().then(tightestOf),
    readPackages(),
  ]);
  const setUp = {
    unreadableSecrets: await findUnreadableSecrets({ db, vault }),
    hasUnheardProxy: hasUnheardProxy({ db }),
    // While an upgrade passes from node to node, the database is ahead of some of them.
    dataFits: nodes.isShared ? await isMigrated(db) : await hasExactly(db, await listMigrations()),
  };
  return {
    version: packages.version,
    nodeVersion: process.versions.node,
    startedAt,
    database: {
      engine: isPostgres(db) ? "PostgreSQL" : "SQLite",
      version: String(version),
      bytes: Number(bytes),
      migrations: Number(migrations),
    },
    files: { count: Number(files.count), bytes: Number(files.bytes) },
    disk: { freeBytes: disk.freeBytes, totalBytes: disk.totalBytes, state: disk.state },
    ...setUp,
    hasNodes: nodes.isShared,
    memoryBytes: process.memoryUsage.rss(),
    waiting: recordOf(keysOf(queues), (key) => queues[key].waiting),
    pingMethod: await findPingMethod(),
    people: { active: Number(people.count), sessions: Number(sessions.count) },
    changes: packages.changes,
    lights: await readLights(ctx, setUp),
    licences: packages.licences,
  };
}

const root = path.resolve(import.meta.dirname, "../../..");

interface Manifest {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
}

const read = async (file: string): Promise<Manifest | undefined> =>
  readFile(path.join(root, file), "utf8").then(
    (text) => parseOwnJson<Manifest>(text),
    () => undefined,
  );

let known: Promise<Pick<SystemState, "version" | "changes" | "licences">> | undefined;

/** The portal's own version and the licences of the packages that it names; read once. */
function readPackages() {
  known ??= readAll();
  return known;
}

async function readAll() {
  const own = await read("package.json");
  // A folder of this project in the place of a package is none.
  const names = Object.entries(own?.dependencies ?? {}).flatMap(([name, from]) =>
    from.startsWith("file:") ? [] : [name],
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const manifest = await read(path.join("node_modules", name, "package.json"));
      // What only builds the browser's part is not there any more.
      return manifest && { name, version: manifest.version ?? "", licence: manifest.license ?? "unbekannt" };
    }),
  );
  const licences = found.filter((entry) => entry !== undefined);
  const text = await readFile(path.join(root, "CHANGES.md"), "utf8").catch(() => "");
  const [newest = ""] = text.split(/^## .*$/m).slice(1);
  const changes = [...newest.matchAll(/^- (.+)$/gm)].map(([, line = ""]) => line.replaceAll("`", ""));
  // An archive says which commit it was made of, too.
  const packed = await readFile(path.join(root, "version"), "utf8").catch(() => "");
  return { version: packed.trim() || (own?.version ?? ""), changes, licences };
}
