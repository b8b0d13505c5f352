import { readFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openWholeArchive } from "../../../server/features/privacy/whole-export/archive.ts";
import {
  drainWholeExports,
  openWholeExport,
  tendWholeExports,
} from "../../../server/features/privacy/whole-export/runs.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";
import { createPage, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let ada: Person;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  ada = await office.hire({ role: "admin", name: "Ada Admin", passwordHash: "$argon2id$geheimerHash" });
  admin = await office.as(ada);
});

async function exported(): Promise<{ id: string; parts: Record<string, string> }> {
  const { id } = await admin.privacy.startWholeExport({});
  await drainWholeExports();
  const { read, size } = await openWholeExport(office.services, ada, id);
  const bytes = await buffer(await read());
  expect(bytes.length).toBe(size);
  return {
    id,
    parts: Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)])),
  };
}

describe("an export of everything", () => {
  it("holds more pages than one may export by hand", async () => {
    const { db } = office.services;
    const { id } = await createPage(admin, { title: "Handbuch" });
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
      insert into pages (id, title, sort_title, position, status, visibility, content_json, version, created_at, updated_at)
      select 'p' || i, 'Seite ' || i, 'seite ' || i, 'p' || i, 'published', 'team', '{"type":"doc","content":[]}', 1,
        created_at, updated_at from n, pages where pages.id = ${id}`.execute(db);
    const { total } = await openWholeArchive(await office.contextOf(ada).then((ctx) => ({ ...ctx, person: ada })));
    expect(total).toBeGreaterThan(10_001);
  });

  it("is refused to all but admins, and to another admin once it is made", async () => {
    const maintainer = await office.hire({ role: "maintainer" });
    for (const person of [undefined, maintainer]) {
      const api = await office.as(person);
      const code = person ? "FORBIDDEN" : "UNAUTHORIZED";
      expect(await refusalOf(api.privacy.startWholeExport({}))).toMatchObject({ code });
      expect(await refusalOf(api.privacy.wholeExport({}))).toMatchObject({ code });
    }
    const { id } = await exported();
    const other = await office.hire({ role: "admin" });
    await expect(openWholeExport(office.services, other, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(openWholeExport(office.services, { ...ada, role: "member" }, id)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("holds every table as JSON and CSV, and the wiki as Markdown", async () => {
    await createRecord(admin, "customer", { name: "Weingut Amsel; =1+1", notes: "=böse" });
    const page = (await createPage(admin, { title: "Handbuch" })).id;
    await write(office, ada, page, paragraph("Worte im Wiki."));
    const { parts } = await exported();
    const customers = JSON.parse(parts["Tabellen/customers.json"] ?? "[]") as { name: string }[];
    expect(customers).toEqual([expect.objectContaining({ name: "Weingut Amsel; =1+1", notes: "=böse" })]);
    expect(parts["Tabellen/customers.csv"]).toContain(`"Weingut Amsel; =1+1"`);
    expect(parts["Tabellen/customers.csv"]).toContain("'=böse");
    expect(parts["Wiki/Handbuch.md"]).toContain("Worte im Wiki.");
    for (const name of ["websites", "contacts", "contracts", "domains", "users", "changes", "feedback", "settings"])
      expect(Object.keys(parts)).toEqual(expect.arrayContaining([`Tabellen/${name}.json`, `Tabellen/${name}.csv`]));
    expect(await admin.privacy.wholeExport({})).toMatchObject({ state: "finished" });
  });

  it("holds no secret, no hash, nothing sealed, and nothing that is private to somebody else", async () => {
    const jana = await office.hire({ name: "Jana Petersen", passwordHash: "$argon2id$nochEinHash" });
    const janasApi = await office.as(jana);
    const { token } = await janasApi.apiToken.create({ name: "Skript", scopes: ["records:read"], days: 30 });
    const diary = (await createPage(janasApi, { title: "Tagebuch Geheimnis", visibility: "private" })).id;
    await write(office, jana, diary, paragraph("Nur für mich."));
    await office.services.db
      .insertInto("settings")
      .values({
        section: "mail",
        valuesJson: "{}",
        updatedAt: office.services.now().toISOString(),
        updatedById: ada.id,
        secretsJson: JSON.stringify({ password: { sealed: office.services.vault.seal("SMTP-Passwort"), setAt: "" } }),
      })
      .execute();
    const secrets = new Set<string>([token, "SMTP-Passwort", "Tagebuch", "Nur für mich", diary]);
    for (const { name } of await office.services.db.introspection.getTables())
      for (const row of await office.services.db
        .selectFrom(name as "users")
        .selectAll()
        .execute())
        for (const [column, value] of Object.entries(row))
          if (/hash|sealed|secret|publicKey|password/i.test(column) && typeof value === "string" && value.length > 2)
            secrets.add(value);
    expect(secrets.size).toBeGreaterThan(8);
    const { parts } = await exported();
    for (const [name, text] of Object.entries(parts))
      for (const secret of secrets) expect([name, text.includes(secret)]).toEqual([name, false]);
  });

  it("runs once at a time, begins anew after a crash, and is gone after a day", async () => {
    const row = { state: "running" as const, createdAt: "2026-11-20T09:00:00.000Z", finishedAt: null, size: null };
    await office.services.db
      .insertInto("wholeExports")
      .values({ id: "unterbrochen", ...row, startedById: ada.id })
      .execute();
    await expectRefusal(admin.privacy.startWholeExport({}), "PRECONDITION_FAILED");
    await tendWholeExports(office.services);
    await drainWholeExports();
    const file = path.join(office.dataDir, "exports/unterbrochen.zip");
    const { size } = await openWholeExport(office.services, ada, "unterbrochen");
    expect(readFileSync(file)).toHaveLength(size);
    office.advance(24 * 3_600_000 + 1);
    await expect(openWholeExport(office.services, ada, "unterbrochen")).rejects.toMatchObject({ code: "not_found" });
    await tendWholeExports(office.services);
    expect(() => readFileSync(file)).toThrow("ENOENT");
    expect(await admin.privacy.wholeExport({})).toBeNull();
  });
});
