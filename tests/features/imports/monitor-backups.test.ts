import { beforeEach, describe, expect, it } from "vitest";
import type { ImportType } from "../../../contract/imports/imports.ts";
import { hashToken } from "../../../server/auth/tokens.ts";
import { transact } from "../../../server/db/transact.ts";
import { attachFile } from "../../../server/features/files/commands.ts";
import { settleImports } from "../../../server/features/imports/runs.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { checkFile, importAll, openDraft, storeFile } from "../../support/import-desk.ts";
import { kumaBackup, kumaDatabase } from "../../support/kuma-backups.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let anna: Person;

beforeEach(async () => {
  office = await openOffice();
  anna = await office.hire({ name: "Anna", role: "maintainer" });
});

const database = (type: ImportType, bytes = kumaDatabase()) => ({ type, filename: "kuma.db", bytes });
const settingsOf = async (targetType: "website" | "host") => {
  const rows = await office.services.db
    .selectFrom("checkSettings")
    .selectAll()
    .where("targetType", "=", targetType)
    .execute();
  const table = targetType === "website" ? "websites" : "hosts";
  const titles = await office.services.db.selectFrom(table).select(["id", "title"]).execute();
  return Object.fromEntries(
    rows.map(({ targetId, config }) => [titles.find(({ id }) => id === targetId)?.title, JSON.parse(config)]),
  );
};

describe("a database of Uptime Kuma 2", () => {
  it("becomes websites with their tags and the settings of their checks", async () => {
    const { api, id } = await importAll(office, anna, database("website"));
    expect((await api.import.get({ id })).counts).toMatchObject({ created: 3, failed: 0 });
    const { data } = await api.website.list({});
    expect(data.map(({ values }) => [values.name, values.url]).sort()).toEqual([
      ["Bäckerei Meier", "https://meier-backt.de"],
      ["Schnittstelle", "https://api.weber-holz.de/health"],
      ["Shop Weber", "https://shop.weber-holz.de"],
    ]);
    const settings = await settingsOf("website");
    expect(settings["Bäckerei Meier"]).toMatchObject({
      ...{ isEnabled: true, intervalS: 60, timeoutMs: 20_000 },
      http: { expectedCodes: ["200-299", "301"], keyword: "Brötchen" },
    });
    // Quicker than the portal looks at anything is as quick as it does.
    expect(settings["Shop Weber"]).toMatchObject({ intervalS: 30, http: { method: "HEAD" } });
    expect(settings.Schnittstelle).toMatchObject({ http: { method: "POST", jsonPath: "status", jsonValue: "ok" } });
  });

  it("becomes hosts, one for all monitors of it, with the ports that were looked at", async () => {
    const { api, id } = await importAll(office, anna, database("host"));
    expect((await api.import.get({ id })).counts).toMatchObject({ created: 3, failed: 0 });
    const { data } = await api.host.list({});
    expect(data.map(({ values }) => [values.name, values.hostname, values.ips]).sort()).toEqual([
      ["Mail", null, ["192.0.2.25"]],
      ["Pushes aus Uptime Kuma", null, []],
      ["web03", "web03.agentur-host.de", []],
    ]);
    const settings = await settingsOf("host");
    expect(settings.web03).toMatchObject({ ports: [22], intervalS: 60, isEnabled: true });
    expect(settings.Mail).toMatchObject({ ports: [25], isEnabled: false });
  });

  it("keeps the addresses of its pushes good, as heartbeats of a host that stands for them", async () => {
    const { api } = await importAll(office, anna, database("host"));
    const rows = await office.services.db.selectFrom("heartbeats").selectAll().execute();
    expect(rows).toMatchObject([
      { label: "Sicherung nachts", tokenHash: hashToken("tokengeheim88"), targetType: "host" },
    ]);
    await importAll(office, anna, database("host"));
    expect(await office.services.db.selectFrom("heartbeats").select("id").execute()).toHaveLength(1);
    expect((await api.host.get({ id: rows[0]?.targetId ?? "" })).values.name).toBe("Pushes aus Uptime Kuma");
  });

  it("lists what cannot be taken, and keeps no secret of it anywhere", async () => {
    const { api, id, draft } = await openDraft(office, anna, database("website"));
    expect(draft.sheets).toEqual(["Websites", "Hoster", "Nicht übernommen"]);
    const reading = { ...draft.reading, sheet: "Nicht übernommen" };
    await api.import.reread({ id, reading, headerRow: 1 });
    const { preview } = await api.import.get({ id });
    expect(preview.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ...[
        ["docker", "db"],
        ["Zugangsdaten", "Schnittstelle"],
        ["Wartung", "Patchday"],
      ],
      ...[
        ["Statusseite", "Weber Holz"],
        ["Benachrichtigung", "Slack"],
      ],
    ]);
    const { db } = office.services;
    const kept = [
      await db.selectFrom("imports").selectAll().execute(),
      await db.selectFrom("importRows").selectAll().execute(),
    ];
    expect(JSON.stringify(kept)).not.toMatch(/geheim/);
  });

  it("is read though it was copied while a log lay beside it", async () => {
    const { draft } = await openDraft(office, anna, database("website", kumaDatabase("", { isWal: true })));
    expect(draft.totalRows).toBe(3);
  });

  it("changes nothing in a dry run, and all of it is taken back", async () => {
    await checkFile(office, anna, database("website"));
    expect(await settingsOf("website")).toEqual({});
    const { api, id } = await importAll(office, anna, database("website"));
    await api.import.undo({ id });
    await settleImports(office.services);
    expect((await api.website.list({})).totalItems).toBe(0);
  });

  it("leaves settings that somebody made in the portal, and sets none up for who may not", async () => {
    const member = await office.hire({ role: "member" });
    await importAll(office, member, database("website"));
    expect(await settingsOf("website")).toEqual({});
  });
});

describe("a database is refused", () => {
  it.each([
    ["a trigger", "create trigger t after insert on tag begin delete from monitor; end;"],
    [
      "a view in place of a table",
      "pragma foreign_keys = off; drop table tag; create view tag as select 1 as id, 'x' as name;",
    ],
    ["a virtual table", "create virtual table v using fts5(x);"],
    [
      "a computed column",
      "alter table monitor add column c text generated always as (hex(zeroblob(100000000))) virtual;",
    ],
  ])("with %s", async (_what, more) => {
    await expectRefusal(openDraft(office, anna, database("website", kumaDatabase(more))), "BAD_REQUEST", "file");
  });

  it.each([
    ["that is cut off", kumaDatabase().subarray(0, 9000)],
    ["that is none", Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(4000, 7)])],
    ["of another program", kumaDatabase("drop table monitor_tag; drop table monitor;")],
  ])("%s", async (_what, bytes) => {
    await expectRefusal(openDraft(office, anna, database("website", bytes)), "BAD_REQUEST", "file");
  });

  it("for records that it has none of", async () => {
    await expectRefusal(openDraft(office, anna, database("customer")), "BAD_REQUEST", "fileKey");
  });

  it("as an upload for anything but an import, and is attached to nothing else", async () => {
    const api = await office.as(anna);
    for (const filename of ["kuma.db", "backup.json"]) {
      await expectRefusal(api.file.createUpload({ filename, purpose: "file" }), "BAD_REQUEST", "filename");
      await api.file.createUpload({ filename, purpose: "import" });
    }
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect(await refusalOf(reader.file.createUpload({ filename: "kuma.db", purpose: "import" }))).toMatchObject({
      code: "FORBIDDEN",
    });
    const key = await storeFile(office, anna, "kuma.db", kumaDatabase());
    const attaching = transact(await office.contextOf(anna), (tx) =>
      attachFile(tx, { key, owner: "website:1", createdById: anna.id }),
    );
    await expect(attaching).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("a backup of Uptime Kuma 1", () => {
  const backup = (monitorList: readonly object[], type: ImportType = "website") => ({
    ...{ type, filename: "Uptime_Kuma_Backup.json", bytes: kumaBackup(monitorList) },
  });

  it("becomes websites by its JSON", async () => {
    const { api, id } = await importAll(
      office,
      anna,
      backup([
        {
          ...{
            id: 1,
            name: "Meier",
            type: "http",
            url: "https://meier-backt.de",
            interval: 60,
            active: 1,
            method: "GET",
          },
          ...{
            accepted_statuscodes: ["200-299"],
            maxredirects: 0,
            ignoreTls: true,
            tags: [{ name: "Shop", value: "" }],
          },
        },
        { id: 2, name: "Push", type: "push", pushToken: "geheim" },
      ]),
    );
    expect((await api.import.get({ id })).counts).toMatchObject({ created: 1, failed: 0 });
    expect(await settingsOf("website")).toMatchObject({
      Meier: { http: { followsRedirects: false, verifiesTls: false } },
    });
  });

  it.each([
    ["no JSON", "{"],
    ["another JSON", '{"monitors":[]}'],
    ["a list", "[]"],
  ])("is refused as %s", async (_what, bytes) => {
    await expectRefusal(openDraft(office, anna, { type: "website", filename: "b.json", bytes }), "BAD_REQUEST", "file");
  });
});

describe("a list of UptimeRobot", () => {
  it("becomes websites, and says of each ping that it is none", async () => {
    const bytes = [
      "Type,Friendly Name,URL/IP,Interval,Keyword Type,Keyword Value,Port,Tags",
      "HTTP,Meier,https://meier-backt.de,300,,,,shop",
      "Ping,web03,192.0.2.1,300,,,,",
    ].join("\n");
    const { api, id, draft } = await importAll(office, anna, { type: "website", filename: "uptimerobot.csv", bytes });
    expect(draft.preset).toBe("UptimeRobot");
    expect((await api.import.get({ id })).counts).toMatchObject({ created: 1, skipped: 1 });
  });
});
