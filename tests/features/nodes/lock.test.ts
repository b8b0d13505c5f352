import pg from "pg";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { type DatabaseLock, type LockOptions, lockPostgres } from "../../../server/db/postgres/portal-lock.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { openNode, serverFolder } from "../../support/nodes/two-nodes.ts";
import { createPostgres } from "../../support/postgres/databases.ts";
import { findPostgres } from "../../support/servers/postgres.ts";
import { until } from "../../support/until.ts";

const reason = findPostgres() ? "" : " (skipped: Debian's postgresql is not installed)";

describe.skipIf(reason !== "")(`the lock on a database that nodes share${reason}`, () => {
  let url: string;
  beforeEach(async () => {
    const created = await createPostgres(await serverFolder());
    url = created.url;
    atFileEnd(created.drop);
  });

  async function lock(options: Partial<LockOptions> = {}): Promise<DatabaseLock> {
    const taken = await lockPostgres({ url, sharesWithNodes: true, ...options });
    onTestFinished(taken.end);
    return taken;
  }

  it("is refused to whoever has to be alone, and names the nodes that live", async () => {
    const db = await openPostgres(url, { size: 1 });
    onTestFinished(() => db.destroy());
    const first = await lock();
    await first.share();
    await expect(lock({ sharesWithNodes: false })).rejects.toThrow("läuft schon ein Portal");
    await openNode(db, "frankfurt");
    await expect(lock({ sharesWithNodes: false })).rejects.toThrow("läuft der Knoten „frankfurt“");
    await openNode(db, "helsinki");
    expect((await first.refusal()).message).toContain("laufen die Knoten „frankfurt“, „helsinki“");
    await first.end();
    expect((await lock({ sharesWithNodes: false })).isAlone).toBe(true);
  });

  it("keeps nodes waiting while one is alone with the database", async () => {
    const first = await lock();
    expect(first.isAlone).toBe(true);
    let isIn = false;
    const second = lock().then((taken) => {
      isIn = true;
      return taken;
    });
    const db = await openPostgres(url, { size: 1 });
    onTestFinished(() => db.destroy());
    await until(async () => {
      const sessions = await first.ask({
        sql: "select distinct application_name from pg_stat_activity where query like '%pg_try_advisory_lock_shared%' and datname = current_database() and pid <> pg_backend_pid()",
        parameters: [],
      });
      expect(sessions.length).toBeGreaterThan(0);
    });
    expect(isIn).toBe(false);
    await first.share();
    expect((await second).isAlone).toBe(false);
  });

  const pidOf = async (held: DatabaseLock) => {
    const [row] = await held.ask({ sql: "select pg_backend_pid() as pid", parameters: [] });
    return (row as { pid: number }).pid;
  };

  it("is shared again after its session was lost", async () => {
    const first = await lock();
    await first.share();
    const second = await lock();
    const former = await pidOf(first);
    await second.ask({ sql: "select pg_terminate_backend($1)", parameters: [former] });
    await until(async () => expect(await pidOf(first)).not.toBe(former));
    await second.end();
    await expect(lock({ sharesWithNodes: false })).rejects.toThrow("läuft schon ein Portal");
  });

  it("ends a node whose database somebody has taken to themselves while its session was lost", async () => {
    const taken = Promise.withResolvers<Error>();
    const first = await lock({ onTaken: taken.resolve });
    await first.share();
    const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })] as const;
    for (const client of clients) {
      await client.connect();
      onTestFinished(() => client.end());
    }
    const waiting = clients[0].query("select pg_advisory_lock(4711202602)");
    await until(async () => {
      const { rows } = await clients[1].query(
        `select 1 from pg_locks inner join pg_database on pg_database.oid = pg_locks.database
          where locktype = 'advisory' and not granted and datname = current_database()`,
      );
      expect(rows).toHaveLength(1);
    });
    await clients[1].query("select pg_terminate_backend($1)", [await pidOf(first)]);
    await waiting;
    expect((await taken.promise).message).toContain("läuft schon ein Portal");
  });

  it("is followed by those of rows: a transaction whose node hangs lets go of them before others give up", async () => {
    const [hanging, other] = [
      await openPostgres(url, { size: 1, sharesWithNodes: true }),
      await openPostgres(url, { size: 1, sharesWithNodes: true }),
    ];
    for (const db of [hanging, other]) onTestFinished(() => db.destroy());
    const { id } = (await openNode(other, "frankfurt")).node;
    const rename = (db: Db, name: string) => db.updateTable("nodes").set({ name }).where("id", "=", id).execute();
    const [begun, wokenUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hung = hanging
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (trx) => {
        await rename(trx, "hängt");
        begun.resolve();
        await wokenUp.promise;
        await rename(trx, "hing");
      });
    await begun.promise;
    const write = other.transaction().setIsolationLevel("read committed");
    await write.execute((trx) => rename(trx, "helsinki"));
    wokenUp.resolve();
    await expect(hung).rejects.toMatchObject({ code: "DATABASE_AWAY" });
    expect(await other.selectFrom("nodes").select("name").execute()).toEqual([{ name: "helsinki" }]);
  });
});
