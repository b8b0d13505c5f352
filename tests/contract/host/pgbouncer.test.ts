import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "../../../server/env.ts";
import { createLog } from "../../../server/log.ts";
import { startPortal } from "../../../server/portal/portal.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createPostgres, startMigrated } from "../../support/postgres/databases.ts";
import { findPgbouncer, type Pooler, startPgbouncer } from "../../support/servers/pgbouncer.ts";
import { findPostgres } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";
import { until } from "../../support/until.ts";

const [programs, program] = [findPostgres(), findPgbouncer()];
const reason = programs && program ? "" : " (skipped: Debian's postgresql and pgbouncer are not both installed)";

describe.skipIf(reason !== "")(`a portal behind PgBouncer in transaction mode${reason}`, () => {
  let pooler: Pooler;
  let portal: TestPortal;
  let env: { DATABASE_URL: string; DATABASE_DIRECT_URL: string };

  beforeAll(async () => {
    const server = await startMigrated(programs ?? "");
    atFileEnd(server.stop);
    const { url } = await createPostgres(server.folder, { from: "template1" });
    pooler = await startPgbouncer(program ?? "", server);
    atFileEnd(pooler.stop);
    env = { DATABASE_URL: pooler.urlOf(new URL(url).pathname.slice(1)), DATABASE_DIRECT_URL: url };
    portal = await startTestPortal({ env });
    atFileEnd(portal.stop);
  });

  const startSecond = (more: Record<string, string>) =>
    startPortal(
      readEnvironment({
        NODE_ENV: "test",
        PORT: "0",
        SOKETI_PORT: "0",
        MONITORING: "off",
        DATA_DIR: temporaryFolder("pgbouncer"),
        ...more,
      }),
      createLog("silent"),
      { renderPage: async () => new Response() },
    );

  /** What PgBouncer says of itself. */
  async function show(what: "pools" | "stats"): Promise<Record<string, string | number>[]> {
    const client = new pg.Client({ connectionString: pooler.urlOf("pgbouncer") });
    await client.connect();
    const { rows } = await client.query(`show ${what}`);
    await client.end();
    return rows.filter(({ database }) => database !== "pgbouncer");
  }
  const transactions = async () => Number((await show("stats"))[0]?.total_xact_count);

  it("is refused a start without a way past it, since others would get the session that holds its lock", async () => {
    await expect(startSecond({ DATABASE_URL: env.DATABASE_URL })).rejects.toThrow(
      "DATABASE_DIRECT_URL muss an ihm vorbei führen.",
    );
    const through = { DATABASE_URL: env.DATABASE_URL, DATABASE_DIRECT_URL: env.DATABASE_URL };
    await expect(startSecond(through)).rejects.toThrow("DATABASE_DIRECT_URL muss an ihm vorbei führen.");
  });

  it("keeps out a second one", async () => {
    await expect(startSecond(env)).rejects.toThrow("läuft schon ein Portal");
  });

  it("serves more requests at once than the pooler has connections, and gives each its own number", async () => {
    const before = await transactions();
    const api = await apiOf(portal, await portal.hire({ role: "admin" }));
    const names = Array.from({ length: 40 }, (_, number) => `Weingut ${number}`);
    const made = await Promise.all(names.map((name) => api.customer.create({ body: { name } })));
    const numbers = await Promise.all(made.map(async ({ id }) => (await api.customer.get({ id })).values.number));
    expect(new Set(numbers).size).toBe(names.length);
    const found = await Promise.all(names.map((query) => api.search.find({ query })));
    expect(found.map(({ hits }) => hits[0]?.title)).toEqual(names);
    expect((await transactions()) - before).toBeGreaterThan(names.length * 3);
    const [pool] = await show("pools");
    expect([pool?.pool_mode, Number(pool?.sv_active) + Number(pool?.sv_idle) + Number(pool?.sv_used)]).toEqual([
      "transaction",
      4,
    ]);
  });

  it("leaves no limit and no lock to whoever gets the connection next", async () => {
    const { db } = portal.portal.services;
    const { rows } = await sql`select current_setting('statement_timeout') as setting,
      (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`.execute(db);
    expect(rows).toEqual([{ setting: "0", locks: 0 }]);
  });

  it("loses nothing that was acknowledged when the pooler is killed under writers, and goes on by itself", async () => {
    const person = await portal.hire({ role: "admin" });
    const api = await apiOf(portal, person);
    const kept: string[] = [];
    const state = { isOver: false, refused: 0 };
    const writer = async (who: number) => {
      for (let no = 0; !state.isOver; no += 1) {
        const name = `Hof ${who} ${no}`;
        await api.customer.create({ body: { name } }).then(
          () => kept.push(name),
          () => {
            state.refused += 1;
          },
        );
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, (_, who) => writer(who)));
    const written = (count: number) => until(() => expect(kept.length).toBeGreaterThan(count));
    await written(10);
    await pooler.halt();
    await until(() => expect(state.refused).toBeGreaterThan(8));
    await pooler.resume();
    await written(kept.length + 10);
    state.isOver = true;
    await writers;
    const there = await portal.portal.services.db.selectFrom("customers").select("name").execute();
    const names = new Set(there.map(({ name }) => name));
    expect(kept.filter((name) => !names.has(name))).toEqual([]);
    await until(async () => expect((await fetch(`${portal.url}/api/health/ready`)).status).toBe(200));
  });
});
