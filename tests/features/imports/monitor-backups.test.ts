import { beforeEach, describe, expect, it } from "vitest";
import type { ImportType } from "../../../contract/imports/imports.ts";
import { hashToken } from "../../../server/auth/tokens.ts";
import { transact } from "../../../server/db/transact.ts";
import { attachFile } from "../../../server/features/files/commands.ts";
import { drainImports } from "../../../server/features/imports/runs.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { checkFile, importAll, openDraft, storeFile } from "../../support/import-desk.ts";
import { kumaBackup, kumaDatabase } from "../../support/import-files/kuma-backups.ts";
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
      isEnabled: true,
      intervalS: 60,
      timeoutMs: 20_000,
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

  const windows = `insert into maintenance (title, description, strategy, start_date, end_date, start_time, end_time, weekdays,
      days_of_month, interval_day, timezone) values
    ('Umzug', '', 'single', '2031-05-10 22:00:00', '2031-05-11 02:30:00', null, null, '[]', '[]', null, 'Europe/London'),
    ('Vorbei', '', 'single', '2020-05-10 22:00:00', '2020-05-11 02:30:00', null, null, '[]', '[]', null, null),
    ('Nachts', '', 'recurring-weekday', '2026-11-24 00:00:00', '2027-11-24 00:00:00', '23:30', '01:00', '[0,3]', '[]', null, null),
    ('Monatsende', '', 'recurring-day-of-month', null, null, '04:00', '05:00', '[]', '["lastDay1",15]', null, null),
    ('Jeden dritten Tag', '', 'recurring-interval', '2026-12-01 00:00:00', null, '02:00', '03:00', '[]', '[]', 3, null),
    ('Cron', '', 'cron', null, null, null, null, '[]', '[]', null, null);
    insert into monitor_maintenance (monitor_id, maintenance_id) select m.id, w.id from monitor as m, maintenance as w
      where w.id > 1 and m.id in (1, 2, 4, 5)`;

  it("brings its maintenance along, for all that it covers, and once", async () => {
    const backup = (type: ImportType) => database(type, kumaDatabase(windows));
    const { api, id } = await importAll(office, anna, backup("website"));
    await importAll(office, anna, backup("host"));
    await importAll(office, anna, backup("website"));
    const rows = await office.services.db
      .selectFrom("maintenanceWindows")
      .select(["title", "scopeType", "scopeIds", "startsAt", "endsAt", "rrule"])
      .orderBy("title")
      .execute();
    const websites = rows.filter(({ scopeType }) => scopeType === "website");
    expect(websites.map(({ scopeIds: _, scopeType: __, ...row }) => row)).toEqual([
      {
        title: "Jeden dritten Tag",
        rrule: "FREQ=DAILY;INTERVAL=3",
        startsAt: "2026-12-01T01:00:00.000Z",
        endsAt: "2026-12-01T02:00:00.000Z",
      },
      {
        title: "Monatsende",
        rrule: "FREQ=MONTHLY;BYMONTHDAY=-1,15",
        startsAt: "2024-01-15T03:00:00.000Z",
        endsAt: "2024-01-15T04:00:00.000Z",
      },
      {
        title: "Nachts",
        rrule: "FREQ=WEEKLY;BYDAY=SU,WE;UNTIL=20271124",
        startsAt: "2026-11-25T22:30:00.000Z",
        endsAt: "2026-11-26T00:00:00.000Z",
      },
      { title: "Umzug", rrule: null, startsAt: "2031-05-10T21:00:00.000Z", endsAt: "2031-05-11T01:30:00.000Z" },
    ]);
    expect(websites.map(({ scopeIds }) => JSON.parse(scopeIds).length)).toEqual([2, 2, 2, 2]);
    const hosts = rows.filter(({ scopeType }) => scopeType === "host");
    // Both monitors are of one host.
    expect(hosts.map(({ scopeIds }) => JSON.parse(scopeIds).length)).toEqual([1, 1, 1, 1]);

    await api.import.undo({ id });
    await drainImports(office.services);
    const left = await office.services.db.selectFrom("maintenanceWindows").select("scopeType").execute();
    expect(left.map(({ scopeType }) => scopeType)).toEqual(["host", "host", "host", "host"]);
  });

  it("makes a status page for the customer whom its tags name, and none for websites of nobody", async () => {
    const { api } = await importAll(office, anna, database("website"));
    const { data } = await api.customer.list({});
    expect(data.map(({ title }) => title)).toEqual(["Meier"]);
    const pages = await api.statusPage.list({ customerId: data[0]?.id ?? "" });
    expect(pages.map(({ name, websites }) => [name, websites.map(({ label }) => label)])).toEqual([
      ["Meier", ["Bäckerei Meier"]],
    ]);
    expect(await office.services.db.selectFrom("statusPages").select("id").execute()).toHaveLength(1);
    const [website] = (await api.website.list({ search: "Bäckerei" })).data;
    expect(website?.values.tags).toEqual([expect.objectContaining({ name: "Wichtig" })]);
  });

  it("lists what cannot be taken, and keeps no secret of it anywhere", async () => {
    const { api, id, draft } = await openDraft(office, anna, database("website"));
    expect(draft.sheets).toEqual(["Websites", "Hoster", "Nicht übernommen"]);
    const reading = { ...draft.reading, sheet: "Nicht übernommen" };
    await api.import.reread({ id, reading, headerRow: 1 });
    const { preview } = await api.import.get({ id });
    expect(preview.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ["docker", "db"],
      ["Zugangsdaten", "Schnittstelle"],
      ["Wartung", "Patchday"],
      ["Statusseite", "Ohne Monitor"],
      ["Benachrichtigung", "Slack"],
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
    await drainImports(office.services);
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
      "a virtual table that is written unlike others",
      "create virtual table v using fts5(x); pragma writable_schema = on; update sqlite_schema set sql = 'CREATE/**/VIRTUAL TABLE v USING fts5(x)' where name = 'v';",
    ],
    [
      "a view that calls itself an index",
      "create view v as select 1 as id; pragma writable_schema = on; update sqlite_schema set type = 'index' where name = 'v';",
    ],
    [
      "a trigger that calls itself a table",
      "create trigger t after insert on tag begin delete from monitor; end; pragma writable_schema = on; update sqlite_schema set type = 'table' where name = 't';",
    ],
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
  const monitors = [
    { id: 1, name: "web03", type: "ping", hostname: "web03.agentur-host.de", interval: 60, active: 1 },
    { id: 2, name: "web03 SSH", type: "port", hostname: "web03.agentur-host.de", port: 22, interval: 60, active: 1 },
    { id: 3, name: "Sicherung", type: "push", pushToken: "tokengeheim99", interval: 3600, active: 1 },
    { id: 4, name: "Warteschlange", type: "mqtt", hostname: "mq.agentur-host.de" },
    { id: 5, name: "Geschützt", type: "http", url: "https://intern.agentur-host.de", basic_auth_user: "anna" },
  ];

  it("becomes hosts with their ports and pushes", async () => {
    const { api, id } = await importAll(office, anna, backup(monitors, "host"));
    expect((await api.import.get({ id })).counts).toMatchObject({ created: 2, failed: 0 });
    expect(await settingsOf("host")).toMatchObject({ web03: { ports: [22], intervalS: 60 } });
    const heartbeat = await office.services.db.selectFrom("heartbeats").selectAll().executeTakeFirstOrThrow();
    expect(heartbeat).toMatchObject({ label: "Sicherung", tokenHash: hashToken("tokengeheim99") });
    const [listed] = await api.heartbeat.list({ type: "host", id: heartbeat.targetId });
    expect(listed).toMatchObject({ everySeconds: 3600 });
  });

  it("lists what cannot be taken", async () => {
    const { api, id, draft } = await openDraft(office, anna, backup(monitors));
    await api.import.reread({ id, reading: { ...draft.reading, sheet: "Nicht übernommen" }, headerRow: 1 });
    const { preview } = await api.import.get({ id });
    expect(preview.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ["mqtt", "Warteschlange"],
      ["Zugangsdaten", "Geschützt"],
      ["Benachrichtigung", "E-Mail"],
    ]);
  });

  const backup = (monitorList: readonly object[], type: ImportType = "website") => ({
    type,
    filename: "Uptime_Kuma_Backup.json",
    bytes: kumaBackup(monitorList),
  });

  it("becomes websites by its JSON", async () => {
    const { api, id } = await importAll(
      office,
      anna,
      backup([
        {
          id: 1,
          name: "Meier",
          type: "http",
          url: "https://meier-backt.de",
          interval: 60,
          active: 1,
          method: "GET",
          accepted_statuscodes: ["200-299"],
          maxredirects: 0,
          ignoreTls: true,
          tags: [{ name: "Shop", value: "" }],
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
  const list = (type: ImportType, bytes: string | Buffer = rows.join("\n")) => ({
    type,
    filename: "uptimerobot.csv",
    bytes,
  });
  const rows = [
    "Type,Friendly Name,URL/IP,Interval,Keyword Type,Keyword Value,Port,Tags,Status",
    'HTTP,Meier,https://meier-backt.de,600,,,,"shop, wichtig",Up',
    "Keyword,Weber,https://weber-holz.de,5,Not Exists,Treppen,,,Paused",
    "Keyword,Weber Shop,https://shop.weber-holz.de,60,Exists,Wartung,,,Up",
    "Ping,web03,192.0.2.1,300,,,,,Up",
    "Port,Mail,mail.weber-holz.de,60,,,25,,Up",
    "Port,Mail TLS,MAIL.weber-holz.de,60,,,465,,Up",
    "Heartbeat,Sicherung nachts,,300,,,,,Up",
    "DNS,Weber DNS,weber-holz.de,300,,,,,Up",
  ];

  it("becomes websites with their intervals, keywords and tags", async () => {
    const { api, id, draft } = await importAll(office, anna, list("website"));
    expect([draft.preset, draft.sheets]).toEqual(["UptimeRobot", ["Websites", "Hoster", "Nicht übernommen"]]);
    expect((await api.import.get({ id })).counts).toMatchObject({ created: 3, skipped: 0, failed: 0 });
    const settings = await settingsOf("website");
    expect(settings.Meier).toMatchObject({ isEnabled: true, intervalS: 600 });
    // It alerts where the word does not exist, or where it does; five are minutes.
    expect(settings.Weber).toMatchObject({ isEnabled: false, intervalS: 300, http: { keyword: "Treppen" } });
    expect(settings["Weber Shop"]).toMatchObject({ http: { forbiddenKeyword: "Wartung", keyword: null } });
    const [meier] = (await api.website.list({ search: "Meier" })).data;
    expect(meier?.values.tags).toEqual([
      expect.objectContaining({ name: "shop" }),
      expect.objectContaining({ name: "wichtig" }),
    ]);
  });

  it("becomes hosts by name or address, with their ports", async () => {
    const { api, id } = await importAll(office, anna, list("host"));
    expect((await api.import.get({ id })).counts).toMatchObject({ created: 2, failed: 0 });
    const { data } = await api.host.list({});
    expect(data.map(({ values }) => [values.name, values.hostname, values.ips]).sort()).toEqual([
      ["Mail", "mail.weber-holz.de", []],
      ["web03", null, ["192.0.2.1"]],
    ]);
    expect(await settingsOf("host")).toMatchObject({ Mail: { ports: [25, 465] }, web03: { intervalS: 300 } });
  });

  it("lists what cannot be taken, in every encoding that the file is read in", async () => {
    const { api, id, draft } = await openDraft(office, anna, list("website"));
    const reading = { ...draft.reading, encoding: "windows-1252" as const, sheet: "Nicht übernommen" };
    await api.import.reread({ id, reading, headerRow: 1 });
    const { preview } = await api.import.get({ id });
    expect(preview.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ["heartbeat", "Sicherung nachts"],
      ["dns", "Weber DNS"],
    ]);
  });

  it("stays a list where its headings are others, or other records are made of it", async () => {
    const { draft } = await openDraft(office, anna, list("customer"));
    expect([draft.sheets, draft.totalRows]).toEqual([[], 8]);
    const other = await openDraft(office, anna, list("website", "Name,Adresse\nMeier,https://meier-backt.de"));
    expect([other.draft.sheets, other.draft.preset]).toEqual([[], null]);
  });
});
