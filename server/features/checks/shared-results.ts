import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { copyStore } from "../../checks/store/copy-store.ts";
import { storeFile } from "../../checks/store/open-store.ts";
import { newId } from "../../db/new-id.ts";
import { systemContext, transact } from "../../db/transact.ts";
import type { SharedFiles } from "../../files/store.ts";
import type { Services } from "../../trpc/context.ts";

const name = "checks";
const folderName = "checks-shared";
const objects = "checks/";
const objectOf = (id: string) => `${objects}${id}.sqlite`;
/** Before the copy that counts; no node needs so long to make or to fetch one. */
const leftAfterMs = hourMs;

/** A copy that counts may give way to the next one before it is fetched, and hardly twice in a row. */
const attempts = 5;

interface Options {
  dataDir: string;
  files: SharedFiles;
}

const readRow = ({ db }: Pick<Services, "db">) =>
  db.selectFrom("checkCopies").selectAll().where("name", "=", name).executeTakeFirst();

/** False where it is not there: a newer one has taken its place, or the bucket was emptied. */
async function fetchCopy(files: SharedFiles, object: string, to: string): Promise<boolean> {
  const found = await files.find(object);
  if (!found) return false;
  const partial = `${to}.part`;
  await pipeline(await found.read(), createWriteStream(partial, { mode: 0o600 }));
  await rename(partial, to);
  return true;
}

/**
 * The latest copy for whoever takes it elsewhere, such as a backup, and how large it is; undefined where no node has shared
 * one. `fetch` is false where the bucket has it no more or does not answer.
 */
export async function findSharedResults(services: Pick<Services, "db">, files: SharedFiles) {
  const first = await readRow(services);
  if (!first) return undefined;
  return {
    bytes: first.size,
    async fetch(to: string): Promise<boolean> {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const row = await readRow(services);
        const isThere = row && (await fetchCopy(files, row.object, to).catch(() => undefined));
        if (isThere !== false) return isThere === true;
      }
      return false;
    },
  };
}

/**
 * What the checker of the leading node has found out, as all nodes read it: a copy in the bucket. The portal acts on
 * nothing that no copy holds, so whoever leads next begins with all that anybody was told of.
 */
export function openSharedResults({ dataDir, files }: Options) {
  const folder = path.join(dataDir, folderName);
  const localOf = (object: string) => path.join(folder, path.basename(object));
  let shown: string | undefined;
  let clearedAt: Date | undefined;

  async function show({ checks }: Pick<Services, "checks">, object: string): Promise<void> {
    shown = object;
    checks.readFrom(localOf(object));
    checks.announceStored();
    const kept = path.basename(object);
    for (const other of await readdir(folder)) if (other !== kept) await rm(path.join(folder, other), { force: true });
  }

  /** Removes what a node that led and died had brought without saying that it counts, or had still to remove. */
  async function removeLeft(counting: string): Promise<void> {
    const found = new Map<string, Date>();
    for await (const each of files.list(objects)) found.set(each.name, each.modifiedAt);
    const since = found.get(counting);
    if (!since) return;
    const before = new Date(since.getTime() - leftAfterMs);
    for (const [object, modifiedAt] of found) if (modifiedAt < before) await files.drop(object);
    await files.dropUnfinished(objects, before);
  }

  /** With the first copy of a node that begins to lead, and once a day from then on. */
  async function clearUp({ log, now }: Pick<Services, "log" | "now">, counting: string): Promise<void> {
    const at = now();
    if (clearedAt && at.getTime() - clearedAt.getTime() < dayMs) return;
    clearedAt = at;
    await removeLeft(counting).catch((err: unknown) =>
      log.warn({ err }, "copies of the results of checks that nobody needs were not removed"),
    );
  }

  return {
    /** Shows this node the latest copy, if it is another one than it has. */
    async follow(services: Pick<Services, "db" | "checks">): Promise<void> {
      const row = await readRow(services);
      if (!row || row.object === shown) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (await fetchCopy(files, row.object, localOf(row.object))) await show(services, row.object);
    },
    /** Puts the latest copy in the place of what this node's own checker has, before it goes on with it. */
    async takeOver(services: Pick<Services, "db" | "log">): Promise<void> {
      clearedAt = undefined;
      const row = await readRow(services);
      if (!row) return;
      const file = storeFile(dataDir);
      if (!(await fetchCopy(files, row.object, `${file}.next`)))
        return services.log.warn(
          { object: row.object },
          "results of checks are gone from the bucket; checks begin with those of this node",
        );
      for (const end of ["-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
      await rename(`${file}.next`, file);
    },
    /** Copies what the checker has found out to where all nodes find it; refused where another node leads by now. */
    async share(services: Services): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const object = objectOf(newId());
      const local = localOf(object);
      if (!(await copyStore(storeFile(dataDir), local))) return;
      const { size } = await stat(local);
      await files.put(object, { path: local, size });
      const former = await transact(systemContext(services), async (tx) => {
        const before = await readRow(tx);
        const row = { object, size, at: tx.now().toISOString() };
        await tx.db
          .insertInto("checkCopies")
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
          .execute();
        return before?.object;
      }).catch(async (error: unknown) => {
        await files.drop(object);
        throw error;
      });
      await show(services, object);
      // Whoever is fetching it finds the next one with its next look.
      if (former) await files.drop(former);
      await clearUp(services, object);
    },
  };
}

export type SharedResults = ReturnType<typeof openSharedResults>;
