import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { readMigrations } from "../../../server/db/migrate.ts";
import { readEnvironment } from "../../../server/env.ts";
import { createLog } from "../../../server/log.ts";
import { type Portal, startPortal } from "../../../server/portal/portal.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import {
  missingForNodes,
  openSharedPlace,
  type SharedPlace,
  whyWithoutNodes,
} from "../../support/nodes/shared-place.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";
import { until } from "../../support/until.ts";

describe.skipIf(missingForNodes !== "")(`nodes of one portal${whyWithoutNodes}`, () => {
  let place: SharedPlace;
  const running: Portal[] = [];

  beforeAll(async () => {
    place = await openSharedPlace();
  });
  afterEach(async () => {
    for (const portal of running.splice(0).reverse()) await portal.stop();
  });

  async function start(name: string, { dataDir = place.newDataDir(), ...more }: Record<string, string> = {}) {
    const own = {
      NODE_ENV: "test",
      PORT: "0",
      SOKETI_PORT: "0",
      MONITORING: "off",
      NODE_NAME: name,
      DATA_DIR: dataDir,
    };
    const env = readEnvironment({ ...own, ...place.env, ...more });
    const portal = await startPortal(env, createLog("silent"), { renderPage: async () => new Response() });
    running.push(portal);
    return portal;
  }
  const stop = async (portal: Portal) => {
    running.splice(running.indexOf(portal), 1);
    await portal.stop();
  };
  const living = async ({ services: { nodes } }: Portal) => (await nodes.living()).map(({ name }) => name);

  it("refuse one without their secrets, with those of another portal, and one with another bucket", async () => {
    const first = await start("frankfurt");
    await expect(start("helsinki", { dataDir: temporaryFolder("without-secrets") })).rejects.toThrow("fehlen");
    const other = await openOtherPortal();
    await expect(start("helsinki", { dataDir: other })).rejects.toThrow("sind andere");
    await expect(start("helsinki", { S3_BUCKET: "elsewhere" })).rejects.toThrow("„frankfurt“");
    expect(await living(first)).toEqual(["frankfurt"]);
  });

  /** The data folder of another portal, which has secrets of its own. */
  async function openOtherPortal(): Promise<string> {
    const dataDir = temporaryFolder("other-portal");
    await stop(await start("fremd", { dataDir, DATABASE_URL: "", REDIS_URL: "" }));
    return dataDir;
  }

  it("refuse a portal that has to be alone, and commands as well", async () => {
    await start("frankfurt");
    await expect(start("allein", { REDIS_URL: "" })).rejects.toThrow("läuft der Knoten „frankfurt“");
    const env = { DATABASE_URL: place.env.DATABASE_URL ?? "" };
    for (const command of ["rotate-keys", "rollback"])
      expect(await techcenter([command], { dataDir: place.newDataDir(), env })).toMatchObject({
        code: 1,
        noted: expect.stringContaining("„frankfurt“"),
      });
  });

  it("let no newer version change the database while they live, and let it in when they have ended", async () => {
    const first = await start("frankfurt");
    const { db } = first.services;
    // To a newer version the database lacks its last migrations, of which one contracts.
    const migrations = Object.entries(await readMigrations(db)).sort(([one], [other]) => (one < other ? -1 : 1));
    const [contracting] = migrations.findLast(([, { kind }]) => kind === "contract") ?? [];
    const { rows } = await sql<{ name: string; timestamp: string }>`
      delete from kysely_migration where name >= ${contracting} returning name, timestamp`.execute(db);
    await expect(start("helsinki")).rejects.toThrow(/nicht kennt\. Dabei darf kein anderer.*„frankfurt“/);
    for (const { name, timestamp } of rows)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db);
    expect(await living(await start("helsinki"))).toEqual(["frankfurt", "helsinki"]);
  });

  it("serve side by side, and let the last one end alone", async () => {
    const first = await start("frankfurt");
    const second = await start("helsinki");
    const third = await start("nürnberg");
    expect(await living(first)).toEqual(["frankfurt", "helsinki", "nürnberg"]);
    for (const { url } of [first, second, third])
      expect((await fetch(new URL("/api/health/ready", url))).status).toBe(200);
    await stop(first);
    await stop(third);
    await until(async () => expect(await living(second)).toEqual(["helsinki"]));
    await stop(second);
    await stop(await start("allein", { REDIS_URL: "" }));
  });
});
