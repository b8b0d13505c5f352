import { describe } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { releaseClaims } from "../../../server/jobs/claims.ts";
import { type SharedNode, sharedNode } from "../../../server/nodes/shared-node.ts";
import { openTestDatabase } from "../database.ts";
import { atFileEnd } from "../file-end.ts";
import { type Office, openOffice } from "../office.ts";
import { createPostgres, startMigrated } from "../postgres/databases.ts";
import { findPostgres } from "../servers/postgres.ts";

/** A node of one portal, with services of its own; nobody but the test lets it be heard or not. */
export interface TestNode extends Office {
  node: SharedNode;
  /** Is not heard for a minute, as a process that stands still. */
  hang(): Promise<void>;
  /** Is heard once more, from here on for good, and frees what dead nodes have claimed. */
  appear(): Promise<void>;
}

const longAgo = "2000-01-01T00:00:00.000Z";
const forGood = "9999-12-31T00:00:00.000Z";

/** Lets a node join those on a database; it says of itself what the test gives. */
export async function openNode(db: Db, name: string, figures?: () => object): Promise<TestNode> {
  let elapsedMs = 0;
  let office: Office | undefined;
  const node = sharedNode(
    { name, version: "1.0.0", migration: "", bucket: "one" },
    {
      db,
      ask: async (query) => (await db.executeQuery(query)).rows,
      release: (nodes) => releaseClaims({ db, nodes }, office?.services.now() ?? new Date()),
      clock: () => elapsedMs,
      ...(figures && { figures }),
    },
  );
  const see = (seenAt: string) => db.updateTable("nodes").set({ seenAt }).where("id", "=", node.id).execute();
  const appear = async () => {
    await node.beat();
    await see(forGood);
    await node.tend();
  };
  await appear();
  office = await openOffice({ db, nodes: node });
  return {
    ...office,
    node,
    appear,
    async hang() {
      elapsedMs += 60_000;
      await see(longAgo);
    },
  };
}

/** Two nodes of one portal, each with connections of its own where the engine has any. */
export type OpenTwoNodes = () => Promise<[TestNode, TestNode]>;

const both = async (one: Db, other: Db): Promise<[TestNode, TestNode]> => [
  await openNode(one, "eins"),
  await openNode(other, "zwei"),
];

const programs = findPostgres();

/** Describes what holds for two nodes on each engine. */
export function describeTwoNodes(title: string, tests: (open: OpenTwoNodes) => void): void {
  describe(`${title}, on SQLite`, () =>
    tests(async () => {
      const db = await openTestDatabase();
      return both(db, db);
    }));
  const reason = programs ? "" : " (skipped: Debian's postgresql is not installed)";
  describe.skipIf(!programs)(`${title}, on Postgres${reason}`, () =>
    tests(async () => {
      const { url, drop } = await createPostgres(await serverFolder());
      const dbs = [await openPostgres(url, { size: 4 }), await openPostgres(url, { size: 4 })] as const;
      atFileEnd(async () => {
        for (const db of dbs) await db.destroy();
        await drop();
      });
      return both(...dbs);
    }),
  );
}

let server: Promise<string> | undefined;

/** The folder of a server of this file's own, with the migrated database that others are copied from. */
export function serverFolder(): Promise<string> {
  server ??= startMigrated(programs ?? "").then(async ({ folder, stop }) => {
    atFileEnd(async () => {
      server = undefined;
      await stop();
    });
    return folder;
  });
  return server;
}
