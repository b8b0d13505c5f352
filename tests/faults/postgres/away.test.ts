import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { lockPostgres } from "../../../server/db/postgres/portal-lock.ts";
import { readEnvironment } from "../../../server/env.ts";
import { createLog } from "../../../server/log.ts";
import { startPortal } from "../../../server/portal/portal.ts";
import { callRest, recordTokens } from "../../support/api/rest-client.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createPostgres, startMigrated } from "../../support/postgres/databases.ts";
import { findPostgres, type PostgresServer } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";
import { until } from "../../support/until.ts";

const programs = findPostgres();
const reason = programs ? "" : " (skipped: Debian's postgresql is not installed)";

describe.skipIf(!programs)(`a portal whose Postgres goes and comes back${reason}`, () => {
  let server: PostgresServer;
  let portal: TestPortal;
  let url: string;
  let cookie: string;

  beforeAll(async () => {
    // What was acknowledged outlives a crash.
    server = await startMigrated(programs ?? "", { synchronous_commit: "on" });
    atFileEnd(server.stop);
    ({ url } = await createPostgres(server.folder));
    portal = await startTestPortal({ env: { DATABASE_URL: url } });
    atFileEnd(portal.stop);
    ({ cookie } = await portal.signIn(await portal.hire({ role: "admin" })));
  });

  const ready = async () => {
    const answer = await fetch(`${portal.url}/api/health/ready`);
    return { ...(await answer.json()), status: answer.status };
  };
  const create = async (name: string) => {
    const answer = await fetch(`${portal.url}/api/trpc/customer.create`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ json: { body: { name } } }),
    });
    const json = await answer.json();
    return { name, status: answer.status, message: String(json.error?.json.message ?? "") };
  };

  it.each(["SIGINT", "SIGQUIT"] as const)(
    "says so while it is away after %s, loses and halves nothing, and goes on by itself",
    async (signal) => {
      const answers: Awaited<ReturnType<typeof create>>[] = [];
      const state = { isStopped: false };
      const writer = async (who: number) => {
        for (let no = 0; !state.isStopped; no += 1) {
          const answer = await create(`${signal} ${who} ${no}`);
          answers.push(answer);
          // Whoever is refused does not ask again at once.
          if (answer.status !== 200) await until(async () => expect((await ready()).status).toBe(200));
        }
      };
      const writers = [1, 2, 3].map(writer);
      await until(() => expect(answers.length).toBeGreaterThan(5));
      await server.halt(signal);
      await until(async () => expect(await ready()).toMatchObject({ status: 503, database: false }));
      expect((await fetch(`${portal.url}/api/health/live`)).status).toBe(200);

      const refused = await create("nie gespeichert");
      expect(refused).toMatchObject({ status: 503, message: expect.stringContaining("gespeichert wurde nichts") });
      const page = await fetch(`${portal.url}/customers`, { headers: { cookie, accept: "text/html" } });
      expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("Gleich wieder da")]);
      const rest = await fetch(`${portal.url}/api/v1/customers`, {
        headers: { authorization: "Bearer tc_irgendeiner" },
      });
      expect(rest.status).toBe(503);

      const before = answers.filter(({ status }) => status === 200).length;
      await server.resume();
      await until(() => expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(before + 5));
      state.isStopped = true;
      await Promise.all(writers);
      expect(await ready()).toMatchObject({ status: 200, database: true });

      const { db } = portal.portal.services;
      const kept = await db.selectFrom("customers").select(["id", "name"]).execute();
      const names = kept.map(({ name }) => name);
      const isUnsure = ({ message }: (typeof answers)[number]) => message.includes("beim Speichern abgerissen");
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      for (const answer of answers) {
        const count = names.filter((name) => name === answer.name).length;
        if (answer.status === 200) expect(count, answer.name).toBe(1);
        else if (!isUnsure(answer)) expect(count, answer.name).toBe(0);
      }
      const recorded = await db
        .selectFrom("changes")
        .select("subjectId")
        .where("kind", "=", "customer.created")
        .execute();
      expect(recorded.map(({ subjectId }) => subjectId).sort()).toEqual(kept.map(({ id }) => id).sort());
    },
  );

  it("lets a request with an Idempotency-Key be sent again that was cut off when it went away", async () => {
    const { writing } = await recordTokens(await apiOf(portal, await portal.hire({ role: "admin" })));
    const send = () =>
      callRest(portal, writing, "/customers", {
        method: "POST",
        body: { name: "Genau einmal" },
        headers: { "Idempotency-Key": "abgerissen" },
      });
    const blocker = new pg.Client({ connectionString: url });
    blocker.on("error", () => undefined);
    await blocker.connect();
    await blocker.query("begin; lock table customers in access exclusive mode");
    const cut = send();
    const waiting = () => blocker.query("select from pg_locks where not granted");
    await until(async () => expect((await waiting()).rowCount).toBeGreaterThan(0));
    await server.halt("SIGQUIT");
    expect((await cut).status).toBe(503);
    await server.resume();
    await until(async () => expect((await send()).status).toBe(201));
    const { db } = portal.portal.services;
    const kept = db.selectFrom("customers").select("name").where("name", "=", "Genau einmal");
    expect(await kept.execute()).toHaveLength(1);
  });

  it("is told from a balancer's probe also where it takes connections and answers nothing", async () => {
    server.freeze();
    expect(await ready()).toMatchObject({ status: 503, database: false });
    server.thaw();
    await until(async () => expect(await ready()).toMatchObject({ status: 200, database: true }));
    expect((await create("nach dem Stillstand")).status).toBe(200);
  });

  it("waits for it at the start, and holds its lock again after it has come back", async () => {
    const { url: other } = await createPostgres(server.folder);
    await server.halt();
    const starting = startPortal(
      readEnvironment({
        ...{ NODE_ENV: "test", PORT: "0", SOKETI_PORT: "0", MONITORING: "off" },
        DATA_DIR: temporaryFolder("later"),
        DATABASE_URL: other,
      }),
      createLog("silent"),
      { renderPage: async () => new Response() },
    );
    await server.resume();
    await (await starting).stop();
    await until(() => expect(lockPostgres({ url })).rejects.toThrow("läuft schon ein Portal"));
  });

  it("ends where another one has taken its place meanwhile", async () => {
    const { url: other } = await createPostgres(server.folder);
    const taken = Promise.withResolvers<Error>();
    const lock = await lockPostgres({ url: other, onTaken: taken.resolve });
    const client = new pg.Client({ connectionString: other });
    await client.connect();
    // The server has the lock of the other portal as well.
    const { rows } = await client.query(
      "select pid, objid, classid from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = current_database()",
    );
    const [held] = rows;
    const waiting = client.query("select pg_advisory_lock(($1::bigint << 32) | $2::bigint)", [
      held.classid,
      held.objid,
    ]);
    const killer = new pg.Client({ connectionString: other });
    await killer.connect();
    await until(async () =>
      expect((await killer.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount).toBe(1),
    );
    await killer.query("select pg_terminate_backend($1)", [held.pid]);
    await waiting;
    expect((await taken.promise).message).toContain("läuft schon ein Portal");
    await Promise.all([client.end(), killer.end(), lock.end()]);
  });
});
