import { beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { type Db, databaseFile, openDatabase } from "../../server/db/connection.ts";
import { newId } from "../../server/db/new-id.ts";
import { openPostgres } from "../../server/db/postgres/open-postgres.ts";
import { silentContext, transact } from "../../server/db/transact.ts";
import { fromYDoc } from "../../server/document/yjs.ts";
import { bytesOf, readPageState } from "../../server/features/wiki/collab/room-store.ts";
import type { Person } from "../../server/trpc/context.ts";
import { writeTestDatabase } from "../support/database.ts";
import { atFileEnd } from "../support/file-end.ts";
import { createPostgres, startMigrated } from "../support/postgres/databases.ts";
import { findPostgres } from "../support/servers/postgres.ts";
import { temporaryFolder } from "../support/temporary-folders.ts";
import { until } from "../support/until.ts";
import { sitAt, type Writer } from "../support/wiki/page-clients.ts";
import { startPageNodes } from "../support/wiki/page-node-processes.ts";
import { putPage } from "../support/wiki/pages.ts";

const programs = findPostgres();

interface Place {
  /** As a process of its own opens it. */
  place: string;
  db: Db;
  /** Does something while no node is in the midst of what would keep all others from writing. */
  betweenWrites<Result>(work: () => Promise<Result>): Promise<Result>;
}

async function onSqlite(): Promise<Place> {
  const dataDir = temporaryFolder("page-nodes");
  await writeTestDatabase(dataDir);
  const db = openDatabase(dataDir);
  // SQLite has one writer at a time, which no portal on several nodes has: held within a write, a node would stop the others.
  const betweenWrites: Place["betweenWrites"] = (work) => transact(silentContext({ db, now: () => new Date() }), work);
  return { place: databaseFile(dataDir), db, betweenWrites };
}

async function onPostgres(): Promise<Place> {
  // What was acknowledged outlives a crash.
  const server = await startMigrated(programs ?? "", { synchronous_commit: "on" });
  atFileEnd(server.stop);
  const { url } = await createPostgres(server.folder);
  return { place: url, db: await openPostgres(url, { size: 2 }), betweenWrites: (work) => work() };
}

const engines = [
  { engine: "SQLite", isMissing: false, open: onSqlite },
  {
    engine: programs ? "Postgres" : "Postgres (skipped: Debian's postgresql is not installed)",
    isMissing: !programs,
    open: onPostgres,
  },
];

const people = 12;
const rounds = 24;

describe.each(engines)("three nodes on $engine", ({ isMissing, open }) => {
  let place: string;
  let db: Db;
  let betweenWrites: Place["betweenWrites"];
  beforeAll(async () => {
    if (!isMissing) ({ place, db, betweenWrites } = await open());
    atFileEnd(async () => db?.destroy());
  });

  async function hire(no: number): Promise<Person> {
    const id = newId();
    const at = new Date().toISOString();
    const person = { id, name: `Person ${no}`, role: "member" as const };
    await db
      .insertInto("users")
      .values({ ...person, email: `${id}@agentur.example`, createdAt: at, joinedAt: at })
      .execute();
    return person;
  }

  async function storedLines(pageId: string): Promise<string[]> {
    const stored = await readPageState(db, pageId);
    const doc = new Y.Doc();
    for (const update of stored ? bytesOf(stored) : []) Y.applyUpdate(doc, update);
    return fromYDoc(doc).content.map((block) => block.content?.map(({ text }) => text).join("") ?? "");
  }

  it.skipIf(isMissing)("lose and double nothing while they are killed with -9, held and started again", async () => {
    const pageId = await putPage(db);
    const nodes = await startPageNodes(place, 3);
    const hired = await Promise.all(Array.from({ length: people }, (_, no) => hire(no)));
    const writers = hired.map((person) => sitAt(nodes.origin, person, pageId));
    await Promise.all(writers.map(({ synced }) => synced));
    const written: string[] = [];
    const acknowledged = new Set<string>();
    let wake: (() => void) | undefined;
    for (let round = 0; round < rounds; round += 1) {
      for (const [no, writer] of writers.entries()) {
        const line = `Zeile ${round} von ${no}`;
        writer.write(line);
        written.push(line);
        writer.saved().then(
          () => acknowledged.add(line),
          () => undefined,
        );
      }
      await new Promise((resolve) => setImmediate(resolve));
      if (round % 8 === 2) wake = await betweenWrites(nodes.hold);
      if (round % 8 === 4) {
        const before = acknowledged.size;
        // In the middle of writing: some is acknowledged, some is stored, some is on its way.
        await until(() => expect(acknowledged.size).toBeGreaterThan(before));
        expect(await nodes.kill()).toBe("SIGKILL");
        const told = [...acknowledged];
        const kept = new Set(await storedLines(pageId));
        expect(told.filter((line) => !kept.has(line))).toEqual([]);
        await nodes.start();
      }
      // It wakes up with what it had taken before it was held, and others have gone on.
      if (round % 8 === 6) wake?.();
    }
    await Promise.all(writers.map((writer) => writer.saved()));
    const first = writers[0] as Writer;
    await until(() => {
      for (const writer of writers) expect(writer.read()).toEqual(first.read());
      expect(first.lines().filter(Boolean).sort()).toEqual(written.sort());
    });
    const last = first.read();
    for (const writer of writers) writer.destroy();
    expect(await nodes.stop()).toEqual([0, 0, 0]);
    const page = await db.selectFrom("pages").select("contentJson").where("id", "=", pageId).executeTakeFirstOrThrow();
    expect(JSON.parse(page.contentJson)).toEqual(last);
    const revisions = await db.selectFrom("pageRevisions").selectAll().where("pageId", "=", pageId).execute();
    const authors = new Set(revisions.flatMap((row) => [row.authorId, ...JSON.parse(row.contributorsJson)]));
    expect(authors).toEqual(new Set(hired.map(({ id }) => id)));
  });
});
