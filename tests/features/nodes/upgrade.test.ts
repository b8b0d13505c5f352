import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import {
  listPendingContractions,
  migrateToLatest,
  type PortalMigrations,
  readMigrations,
} from "../../../server/db/migrate.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { lockPostgres } from "../../../server/db/postgres/portal-lock.ts";
import { refuseContracting } from "../../../server/portal/open-data.ts";
import { openNode, serverFolder } from "../../support/nodes/two-nodes.ts";
import { createPostgres } from "../../support/postgres/databases.ts";
import { findPostgres } from "../../support/servers/postgres.ts";
import { until } from "../../support/until.ts";

const reason = findPostgres() ? "" : " (skipped: Debian's postgresql is not installed)";
const count = 12;

describe.skipIf(reason !== "")(`an upgrade that passes from node to node${reason}`, () => {
  /** A node of the former version that lives, and the database as the one of the next version opens it. */
  async function beside() {
    const { url, drop } = await createPostgres(await serverFolder());
    onTestFinished(drop);
    const open = async (size: number) => {
      const db = await openPostgres(url, { size });
      onTestFinished(() => db.destroy());
      return db;
    };
    const holds = await lockPostgres({ url, sharesWithNodes: true });
    onTestFinished(holds.end);
    await holds.share();
    const former = await openNode(await open(4), "frankfurt");
    const lock = await lockPostgres({ url, sharesWithNodes: true });
    onTestFinished(lock.end);
    expect(lock.isAlone).toBe(false);
    return { former, lock, open, next: await open(4) };
  }

  const withOne = async (kind: "expand" | "contract", db: Db): Promise<PortalMigrations> => ({
    ...(await readMigrations(db)),
    "9999-give-tags-a-mood": {
      kind,
      up: (on) => on.schema.alterTable("tags").addColumn("mood", "text").execute(),
    },
  });

  it("is refused with the names of the nodes that live where they could not work on", async () => {
    const { lock, next } = await beside();
    const migrations = await withOne("contract", next);
    await expect(refuseContracting(next, lock, migrations)).rejects.toThrow(
      "läuft der Knoten „frankfurt“; beende ihn zuerst.",
    );
    await expect(refuseContracting(next, lock, await withOne("expand", next))).resolves.toBeUndefined();
  });

  it("goes on beside nodes of the former version, which write before, meanwhile and afterwards, as the next one does", async () => {
    const { former, lock, open, next } = await beside();
    const api = await former.as(await former.hire({ role: "maintainer" }));
    const create = (name: string) => api.tag.create({ body: { name } });
    await create("davor");
    const options = { isBesideOthers: true, migrations: await withOne("expand", next) };

    // Somebody holds the table that is to be changed, and others go on writing to it.
    const held = Promise.withResolvers<void>();
    const holding = former.services.db.transaction().execute(async (tx) => {
      await tx.selectFrom("tags").select("id").execute();
      await held.promise;
    });
    const another = await open(1);
    const migrating = Promise.all([migrateToLatest(next, "", options), migrateToLatest(another, "", options)]);
    await until(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and query like 'alter table "tags"%' and datname = current_database()`.execute(
        former.services.db,
      );
      expect(rows).toHaveLength(1);
    });
    const meanwhile = Array.from({ length: count }, (_, index) => create(`währenddessen ${index}`));
    await meanwhile[0];
    held.resolve();
    await holding;
    const applied = await migrating;
    await Promise.all(meanwhile);
    expect(applied.map((names) => names.length).sort()).toEqual([0, 1]);
    expect(applied.flat()).toEqual(["9999-give-tags-a-mood"]);

    const later = await openNode(next, "helsinki");
    const theirs = await later.as(await later.hire({ role: "maintainer" }));
    await Promise.all([create("danach"), theirs.tag.create({ body: { name: "von der nächsten" } })]);
    await sql`update tags set mood = 'gut' where name = 'davor'`.execute(next);
    const { totalItems } = await api.tag.list({ page: 1, limit: 5 });
    expect(totalItems).toBe(count + 3);
    expect((await theirs.tag.list({ page: 1, limit: 5 })).totalItems).toBe(count + 3);
    expect(await listPendingContractions(next)).toEqual([]);
    await expect(refuseContracting(next, lock, options.migrations)).resolves.toBeUndefined();
  });
});
