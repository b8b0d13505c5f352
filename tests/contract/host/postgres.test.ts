import { existsSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { databaseFile } from "../../../server/db/connection.ts";
import { readEnvironment } from "../../../server/env.ts";
import { createLog } from "../../../server/log.ts";
import { startPortal } from "../../../server/portal/portal.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createPostgres, onServer, startMigrated } from "../../support/postgres/databases.ts";
import { findPostgres, type PostgresServer, postgresUrl } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const programs = findPostgres();
const reason = programs ? "" : " (skipped: Debian's postgresql is not installed)";

let server: PostgresServer;
const variables = (url: string, dataDir = temporaryFolder("postgres")) => ({
  NODE_ENV: "test",
  PORT: "0",
  SOKETI_PORT: "0",
  MONITORING: "off",
  DATA_DIR: dataDir,
  DATABASE_URL: url,
});
const start = (env: Record<string, string>) =>
  startPortal(readEnvironment(env), createLog("silent"), { renderPage: async () => new Response() });

beforeAll(async () => {
  if (!programs) return;
  server = await startMigrated(programs);
  atFileEnd(server.stop);
});

describe.skipIf(!programs)(`a portal whose database does not fit is refused a start${reason}`, () => {
  it("because it sorts otherwise, is not there, or belongs to nobody who asks", async () => {
    await onServer(
      server.folder,
      "create database sorted template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'",
    );
    const sentenceOf = (name: string) => start(variables(postgresUrl(server.folder, name))).catch(String);
    expect(await sentenceOf("sorted")).toContain("LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    expect(await sentenceOf("nowhere")).toContain('nicht zu erreichen: database "nowhere" does not exist.');
  });

  it("because it is empty, and the folder holds the data of another", async () => {
    const { url } = await createPostgres(server.folder, { from: "template1" });
    const dataDir = temporaryFolder("postgres");
    loadSecrets(dataDir);
    await expect(start(variables(url, dataDir))).rejects.toThrow(
      "liegen Geheimnisse (secrets.json), aber die Datenbank unter DATABASE_URL ist leer",
    );
    writeFileSync(databaseFile(dataDir), "");
    await expect(start(variables(url, dataDir))).rejects.toThrow("techcenter move --to");
  });
});

describe.skipIf(!programs)(`a portal on Postgres${reason}`, () => {
  let portal: TestPortal;
  let url: string;
  let site: Server;
  beforeAll(async () => {
    site = createServer((_request, response) => response.end("<title>Weingut Amsel</title><h1>Willkommen</h1>"));
    site.listen(0, "127.0.0.1");
    ({ url } = await createPostgres(server.folder, { from: "template1" }));
    portal = await startTestPortal({ env: { DATABASE_URL: url, MONITORING: "on" } });
    atFileEnd(async () => {
      await portal.stop();
      site.close();
    });
  });

  it("has migrated an empty database by itself, is ready, and keeps none in its folder", async () => {
    const answer = await fetch(`${portal.url}/api/health/ready`);
    expect([answer.status, await answer.json()]).toMatchObject([200, { database: true, migrations: true }]);
    expect(existsSync(databaseFile(portal.dataDir))).toBe(false);
  });

  it("looks at a website, and writes what it found into its record", async () => {
    const admin = await apiOf(portal, await portal.hire({ role: "admin" }));
    await admin.setting.update({ section: "network", values: { allowedNetworks: ["127.0.0.0/8"] }, version: 0 });
    const { port } = site.address() as AddressInfo;
    const { id } = await admin.website.create({ body: { url: `http://127.0.0.1:${port}/`, lifecycle: "live" } });
    await vi.waitFor(
      async () => {
        const { values } = await admin.website.get({ id });
        expect(values).toMatchObject({ status: "online", responseTimeMs: expect.any(Number), uptime30d: 10_000 });
      },
      { interval: 200 },
    );
  });

  it("refuses a second one, also from another folder, until it ends", async () => {
    const second = () => start(variables(url));
    await expect(second()).rejects.toThrow("Auf der Datenbank unter DATABASE_URL läuft schon ein Portal");
    const dataDir = portal.dataDir;
    const env = { DATABASE_URL: url };
    expect(await techcenter(["rotate-keys"], { dataDir, env })).toMatchObject({ code: 1 });
  });

  it("is looked after at its host", async () => {
    const { dataDir } = portal;
    const env = { DATABASE_URL: url };
    const host = (...args: string[]) => techcenter(args, { dataDir, env, answers: ["ein langes Passwort 1"] });
    expect(await host("admin", "create", "chef@agentur.example", "Chef")).toMatchObject({ code: 0 });
    expect(await host("sessions", "end", "--all")).toMatchObject({ code: 0 });
    expect(await host("audit", "verify")).toMatchObject({ code: 0 });
    expect((await host("check")).noted).not.toContain("beschädigt");
    expect((await host("vacuum")).noted).toContain("autovacuum");
    expect(await host("export", path.join(temporaryFolder("export"), "alles.zip"))).toMatchObject({
      code: 0,
      noted: "",
    });
    expect(await techcenter(["check"], { dataDir: temporaryFolder("leer"), env })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("liegt kein Portal"),
    });
  });
});
