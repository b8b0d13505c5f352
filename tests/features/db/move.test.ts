import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Db, databaseFile, openDatabase } from "../../../server/db/connection.ts";
import { openData } from "../../../server/db/data-place.ts";
import { moveToPostgres } from "../../../server/db/move/move-portal.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { writeTestDatabase } from "../../support/database.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { openOffice } from "../../support/office.ts";
import { createPostgres } from "../../support/postgres/databases.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const programs = findPostgres();
const reason = programs ? "" : " (skipped: Debian's postgresql is not installed)";

/** A data folder with records that hang together, and with what is hard to carry. */
async function aFilledFolder(): Promise<string> {
  const dataDir = temporaryFolder("move");
  await writeTestDatabase(dataDir);
  loadSecrets(dataDir);
  const db = openDatabase(dataDir);
  const { as, hire } = await openOffice({ db });
  const admin = await as(await hire({ role: "admin", name: "Zoë Ünal 🦊 \\ \"'\n" }));
  const { id: customerId } = await admin.customer.create({ body: { name: "Weingut Amsel" } });
  for (const name of ["Amsel", "Drossel", "Fink"])
    await admin.website.create({ body: { name, url: `https://${name.toLowerCase()}.example`, customerId } });
  await admin.page.create({ body: { title: "Sicherung" } });
  await db
    .insertInto("terms")
    .values({
      id: "t1",
      targetType: "contract",
      targetId: "c1",
      fromOn: "2026-01-01",
      toOn: "2026-12-31",
      anchorOn: "2026-01-01",
      anchorMonths: 12,
      priceCents: 2 ** 53 + 2,
      certainty: "known",
      source: "record",
      outcome: "open",
      reason: "",
      createdAt: "2026-01-01T00:00:00.000Z",
    } as never)
    .execute();
  await db.destroy();
  return dataDir;
}

describe.skipIf(!programs)(`techcenter move${reason}`, () => {
  let server: PostgresServer;
  let folder: string;
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    atFileEnd(server.stop);
    folder = await aFilledFolder();
  });
  const empty = () => createPostgres(server.folder, { from: "template1" });
  const reportOf = (dataDir: string, place: number) => {
    const files = readdirSync(dataDir)
      .filter((name) => /^move-.*\.txt$/.test(name))
      .sort();
    return readFileSync(path.join(dataDir, files.at(place) ?? ""), "utf8");
  };

  it("refuses a target that is none or holds data, and whatever is called the wrong way round", async () => {
    const { url } = await empty();
    const to = (target: string, env = {}) => techcenter(["move", "--to", target], { dataDir: folder, env });
    expect(await to("mysql://nowhere")).toMatchObject({ code: 2 });
    expect((await to("file")).noted).toContain("DATABASE_URL sagt, von wo");
    expect((await to(url, { DATABASE_URL: url })).noted).toContain("erst nach dem Umzug");
    const other = await openPostgres(url);
    await other.schema.createTable("kysely_migration").addColumn("name", "text").execute();
    await other.destroy();
    expect((await to(url)).noted).toContain("liegen schon Daten eines Portals");
  });

  it("is gone on with after it was cut, and no portal starts in between", async () => {
    const { url } = await empty();
    const dataDir = temporaryFolder("cut");
    await writeTestDatabase(dataDir);
    loadSecrets(dataDir);
    const cut = new AbortController();
    const order = { dataDir, url, now: new Date(), complete: async () => undefined, signal: cut.signal };
    const onTable = ({ table }: { table: string }) => table === "device_categories" && cut.abort(new Error("cut"));
    await expect(moveToPostgres({ ...order, onTable: (moved) => void onTable(moved) })).rejects.toThrow("cut");
    await expect(openData({ dataDir: temporaryFolder("new"), postgres: { url, directUrl: url } })).rejects.toThrow(
      "Ein Umzug in die Datenbank unter DATABASE_URL ist nicht fertig",
    );
    const sqlite = new Sqlite(databaseFile(dataDir));
    sqlite.exec("update device_categories set name = name || ' neu' where rowid = 1");
    const names = sqlite.prepare("select name from device_categories order by name").pluck().all();
    sqlite.close();
    const { code, noted } = await techcenter(["move", "--to", url], { dataDir });
    expect([code, noted]).toEqual([0, expect.stringContaining("before-move-")]);
    expect(noted).not.toContain("device_categories: 11 Zeilen, schon da");
    const db = await openPostgres(url);
    onTestFinished(() => db.destroy());
    const rows = await db.selectFrom("deviceCategories").select("name").orderBy("name").execute();
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  it("says in which table there is what Postgres does not take, and leaves all as it was", async () => {
    const { url } = await empty();
    const dataDir = temporaryFolder("refused");
    await writeTestDatabase(dataDir);
    loadSecrets(dataDir);
    const sqlite = new Sqlite(databaseFile(dataDir));
    sqlite.prepare("update device_categories set name = ? where rowid = 1").run("mit\0Null");
    sqlite.close();
    const { code, noted } = await techcenter(["move", "--to", url], { dataDir });
    expect([code, noted]).toEqual([
      1,
      expect.stringContaining("Die Tabelle device_categories ließ sich nicht übertragen"),
    ]);
    expect(existsSync(databaseFile(dataDir))).toBe(true);
  });

  it("brings everything there and back, row by row, with keys and triggers, and what is found", async () => {
    const { url } = await empty();
    const there = await techcenter(["move", "--to", url], { dataDir: folder });
    expect(there).toMatchObject({ code: 0, printed: expect.stringContaining("Umgezogen und verglichen") });
    expect(existsSync(databaseFile(folder))).toBe(false);
    const db = await openPostgres(url);
    await expect(
      db
        .insertInto("websites")
        .values({ id: "w", customerId: "nowhere" } as never)
        .execute(),
    ).rejects.toThrow();
    await expect(db.updateTable("terms").set({ priceCents: 1 }).execute()).rejects.toMatchObject({ code: "23001" });
    const found = await hitsOf(db);
    expect(found).toContain("website");
    await db.destroy();

    const env = { DATABASE_URL: url };
    const back = await techcenter(["move", "--to", "file"], { dataDir: folder, env });
    expect(back).toMatchObject({ code: 0, noted: expect.stringContaining("ohne DATABASE_URL") });
    expect(reportOf(folder, -1)).toBe(reportOf(folder, 0));
    expect((await techcenter(["check"], { dataDir: folder, env })).noted).toContain("in den Datenordner umgezogen");
    const file = openDatabase(folder);
    onTestFinished(() => file.destroy());
    expect(await hitsOf(file)).toEqual(found);
  });
});

async function hitsOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("searchDocuments").select(["recordType", "title"]).orderBy("recordId").execute();
  return rows.map(({ recordType }) => recordType);
}
