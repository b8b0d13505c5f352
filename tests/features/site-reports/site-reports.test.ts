import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SiteReport, siteReport } from "../../../contract/site-reports/site-reports.ts";
import type { Api } from "../../../server/features/router.ts";
import { tellSilentReporters } from "../../../server/features/site-reports/silent.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let admin: Api;
let jana: Person;
let websiteId: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  admin = await office.as(await office.hire({ role: "admin" }));
  jana = await office.hire();
  websiteId = (await createRecord(admin, "website", { url: "https://amsel.de", responsibleUserId: jana.id })).id;
});
afterEach(() => server.close());

const aReport = (more: Partial<SiteReport> = {}): SiteReport => ({
  format: 1,
  wordpress: { version: "6.8.2", update: null },
  php: "8.3.14",
  database: "10.11.6",
  plugins: [{ slug: "acf", name: "ACF", version: "6.3", isActive: true, update: "6.4" }],
  themes: [],
  admins: ["jana"],
  health: null,
  cronDelayS: 12,
  backup: { tool: "UpdraftPlus", at: 1_760_000_000 },
  ...more,
});

async function connect() {
  const { key } = await admin.siteReport.connect({ websiteId });
  const [reportPath = "", secret = ""] = key.split("#");
  return { path: new URL(reportPath).pathname, secret, key };
}
const seconds = () => Math.floor(office.services.now().getTime() / 1000);
const signed = (secret: string, body: string, stamp: number) =>
  `t=${stamp},v1=${createHmac("sha256", secret).update(`${stamp}.${body}`).digest("hex")}`;

async function report(
  { path: reportPath, secret }: { path: string; secret: string },
  given: unknown,
  { stamp = seconds(), signature }: { stamp?: number; signature?: string } = {},
) {
  const body = typeof given === "string" ? given : JSON.stringify(given);
  const headers = { "X-TechCenter-Signature": signature ?? signed(secret, body, stamp) };
  return (await fetch(`${server.url}${reportPath}`, { method: "POST", body, headers })).status;
}

describe("a website that reports of itself", () => {
  it("is connected by admins, and read by everybody who may read it", async () => {
    const [stranger, member] = [await office.as(), await office.as(jana)];
    for (const call of ["connect", "disconnect"] as const) {
      expect((await refusalOf(stranger.siteReport[call]({ websiteId }))).code).toBe("UNAUTHORIZED");
      expect((await refusalOf(member.siteReport[call]({ websiteId }))).code).toBe("FORBIDDEN");
      expect((await refusalOf(admin.siteReport[call]({ websiteId: "nirgends" }))).code).toBe("NOT_FOUND");
    }
    expect((await refusalOf(stranger.siteReport.get({ websiteId }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(member.siteReport.get({ websiteId: "nirgends" }))).code).toBe("NOT_FOUND");
    expect(await member.siteReport.get({ websiteId })).toMatchObject({ connectedAt: null, report: null });
    const { key } = await connect();
    expect(JSON.stringify(await member.siteReport.get({ websiteId }))).not.toContain(key.split("#")[1]);
    const rows = await office.services.db.selectFrom("siteReporters").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.split("#")[1]);
  });

  it("is believed only with its own signature, lately, and once", async () => {
    const site = await connect();
    const body = JSON.stringify(aReport());
    expect(await report({ ...site, path: "/api/v1/push/site/gibtsnicht" }, body)).toBe(404);
    expect(await report({ ...site, secret: "fremd" }, body)).toBe(401);
    expect(await report(site, body, { signature: "" })).toBe(401);
    expect(await report(site, body, { signature: signed(site.secret, `${body} `, seconds()) })).toBe(401);
    expect(await report(site, body, { stamp: seconds() - 16 * 60 })).toBe(401);
    for (const wrong of ["{", "[]", JSON.stringify({ ...aReport(), format: 2 }), JSON.stringify({ format: 1 })])
      expect(await report(site, wrong)).toBe(400);
    expect(await report(site, body.padEnd(600_000))).toBe(413);
    expect((await admin.siteReport.get({ websiteId })).lastAt).toBeNull();
    expect(await report(site, body)).toBe(200);
    expect(await report(site, body)).toBe(401);
  });

  it("fills what nobody has entered, and the last backup", async () => {
    const site = await connect();
    expect(await report(site, aReport())).toBe(200);
    const { values } = await admin.website.get({ id: websiteId });
    expect(values).toMatchObject({
      cms: "WordPress",
      cmsVersion: "6.8.2",
      phpVersion: "8.3.14",
      backupLastAt: "2025-10-09",
      backupTool: "UpdraftPlus",
    });
    expect(await admin.siteReport.get({ websiteId })).toMatchObject({
      isLate: false,
      report: aReport(),
      phpState: { state: expect.stringMatching(/^(?:current|security|update)$/) },
    });
    office.advance(27 * 3_600_000);
    expect((await (await office.as(jana)).siteReport.get({ websiteId })).isLate).toBe(true);
  });

  it("moves the last backup forward only, to no day ahead, and leaves the tool that somebody has entered", async () => {
    const site = await connect();
    const { version } = await admin.website.get({ id: websiteId });
    const body = { backupLastAt: "2026-11-10", backupTool: "Plesk" };
    await admin.website.update({ params: { id: websiteId }, body, version });
    const lastBackupAfter = async (at: number) => {
      office.advance(60_000);
      expect(await report(site, aReport({ backup: { tool: "UpdraftPlus", at } }))).toBe(200);
      const { values } = await admin.website.get({ id: websiteId });
      expect(values.backupTool).toBe("Plesk");
      return values.backupLastAt;
    };
    expect(await lastBackupAfter(Date.parse("2026-11-09T03:00:00Z") / 1000)).toBe("2026-11-10");
    expect(await lastBackupAfter(9_999_999_999)).toBe("2026-11-10");
    expect((await admin.siteReport.get({ websiteId })).report?.backup).toBeNull();
    expect(await lastBackupAfter(seconds() + 25 * 3600)).toBe("2026-11-10");
    expect(await lastBackupAfter(Date.parse("2026-11-19T03:00:00Z") / 1000)).toBe("2026-11-19");
    expect(await lastBackupAfter(seconds() + 23 * 3600)).toBe("2026-11-20");
  });

  it("announces a backup that it notes, and nothing where all stays as it was", async () => {
    const site = await connect();
    const body = { url: "https://hook.example/", events: ["website.updated"] };
    await admin.webhook.create({ body });
    const day = Date.parse("2026-11-18T03:00:00Z") / 1000;
    const announced = async (at: number) => {
      office.advance(60_000);
      await report(site, aReport({ backup: { tool: "UpdraftPlus", at } }));
      const rows = await office.services.db.selectFrom("webhookDeliveries").select("id").execute();
      return rows.length;
    };
    const first = await announced(day);
    expect(await announced(day + 60)).toBe(first);
    expect(await announced(day + 86_400)).toBe(first + 1);
  });

  it("that falls silent is told of once to whoever is responsible, and again only after it has spoken", async () => {
    const hourMs = 3_600_000;
    const told = async () => {
      const { db } = office.services;
      await tellSilentReporters(office.services);
      return db
        .selectFrom("notifications")
        .select(["forUserId", "title", "severity"])
        .where("title", "like", "WordPress meldet nichts mehr%")
        .execute();
    };
    const site = await connect();
    const { version, title } = await admin.website.get({ id: websiteId });
    await admin.website.update({ params: { id: websiteId }, body: { lifecycle: "live" }, version });
    office.advance(30 * hourMs);
    expect(await told()).toEqual([]);
    expect(await report(site, aReport())).toBe(200);
    office.advance(25 * hourMs);
    expect(await told()).toEqual([]);
    office.advance(2 * hourMs);
    await told();
    const once = { forUserId: jana.id, title: `WordPress meldet nichts mehr: ${title}`, severity: "normal" };
    expect(await told()).toEqual([once]);
    const janas = await office.as(jana);
    const { data } = await janas.changeEvent.list({ type: "website", id: websiteId, view: "machine" });
    expect(data).toMatchObject([
      { kind: "reporter", before: ["zuletzt am 21.11.2026"], after: ["keine Meldung mehr"] },
    ]);
    expect(await report(site, aReport())).toBe(200);
    office.advance(27 * hourMs);
    await told();
    const events = await office.services.db.selectFrom("changeEvents").select("kind").execute();
    expect(events.filter(({ kind }) => kind === "reporter")).toHaveLength(2);
  });

  it("may be silent during a maintenance, once it is no longer live, and when nobody reads it any more", async () => {
    const site = await connect();
    expect(await report(site, aReport())).toBe(200);
    const silence = async () => {
      await tellSilentReporters(office.services);
      const rows = await office.services.db.selectFrom("changeEvents").select("kind").execute();
      return rows.filter(({ kind }) => kind === "reporter").length;
    };
    const set = async (lifecycle: string) => {
      const { version } = await admin.website.get({ id: websiteId });
      await admin.website.update({ params: { id: websiteId }, body: { lifecycle }, version });
    };
    await set("shutDown");
    office.advance(30 * 3_600_000);
    expect(await silence()).toBe(0);
    admin = await office.as(await office.hire({ role: "admin" }));
    await set("live");
    const endsAt = new Date(office.services.now().getTime() + 3_600_000).toISOString();
    await admin.maintenance.create({
      title: "Umzug",
      scope: "website",
      targetIds: [websiteId],
      endsAt,
      startsAt: office.services.now().toISOString(),
    });
    office.advance(60_000);
    expect(await silence()).toBe(0);
    await admin.siteReport.disconnect({ websiteId });
    office.advance(4 * 3_600_000);
    expect(await silence()).toBe(0);
  });

  it("tells what has changed inside, and alarms of a new administrator", async () => {
    const site = await connect();
    await report(site, aReport());
    office.advance(3_600_000);
    const acf = { slug: "acf", name: "ACF", version: "6.4", isActive: true, update: null };
    const forms = { slug: "cf7", name: "Contact Form 7", version: "6.0", isActive: true, update: null };
    await report(site, aReport({ plugins: [acf, forms], admins: ["jana", "mallory"] }));
    const { db } = office.services;
    const events = await db.selectFrom("changeEvents").select(["kind", "part", "afterJson"]).orderBy("kind").execute();
    expect(events.map(({ kind, part }) => [kind, part])).toEqual([
      ["adminUser", "mallory"],
      ["technology", "Contact Form 7"],
      ["version", "ACF"],
    ]);
    const told = await db.selectFrom("notifications").select(["forUserId", "message"]).execute();
    expect(told).toMatchObject([{ forUserId: jana.id, message: expect.stringContaining("mallory") }]);
  });

  it("alarms of an administrator whom WordPress does not show, also in its first report, and once", async () => {
    const site = await connect();
    const told = async (more: Partial<SiteReport>) => {
      office.advance(3_600_000);
      const { db } = office.services;
      await db.deleteFrom("changeEvents").execute();
      await db.deleteFrom("notifications").execute();
      expect(await report(site, aReport(more))).toBe(200);
      const events = await db.selectFrom("changeEvents").select(["kind", "part", "afterJson"]).execute();
      const notifications = await db.selectFrom("notifications").select(["forUserId", "message"]).execute();
      return { events: events.map(({ kind, part, afterJson }) => [kind, part, afterJson]), notifications };
    };
    const hidden = { admins: ["jana", "mallory"], hiddenAdmins: ["mallory"] };
    const first = await told(hidden);
    expect(first.events).toEqual([["hiddenAdmin", "mallory", '["mallory"]']]);
    expect(first.notifications).toMatchObject([
      { forUserId: jana.id, message: expect.stringMatching(/Versteckter Benutzer mit Adminrechten.*mallory/) },
    ]);
    expect((await told(hidden)).events).toEqual([]);
    const next = { admins: ["eve", "jana", "mallory", "ole"], hiddenAdmins: ["eve", "mallory"] };
    expect((await told(next)).events.toSorted()).toEqual([
      ["adminUser", "ole", '["ole"]'],
      ["hiddenAdmin", "eve", '["eve"]'],
    ]);
    expect((await told({ admins: ["jana", "ole"], hiddenAdmins: [] })).events.toSorted()).toEqual([
      ["hiddenAdmin", "eve", null],
      ["hiddenAdmin", "mallory", null],
    ]);
  });

  it("calls nobody new whom only a newer plugin can see, but for those who are hidden", async () => {
    const site = await connect();
    await report(site, aReport());
    office.advance(3_600_000);
    await report(site, aReport({ admins: ["jana", "mallory", "netz"], hiddenAdmins: ["mallory"] }));
    const events = await office.services.db.selectFrom("changeEvents").select(["kind", "part"]).execute();
    expect(events).toEqual([{ kind: "hiddenAdmin", part: "mallory" }]);
  });

  it("is refused with its former key, and forgotten where it is disconnected", async () => {
    const former = await connect();
    await report(former, aReport());
    const next = await connect();
    expect(await report(former, aReport())).toBe(404);
    expect(await report(next, aReport())).toBe(200);
    await admin.siteReport.disconnect({ websiteId });
    office.advance(60_000);
    expect(await report(next, aReport())).toBe(404);
    expect(await (await office.as(jana)).siteReport.get({ websiteId })).toMatchObject({
      connectedAt: null,
      report: null,
    });
  });
});

const hasPhp = spawnSync("php", ["-v"]).status === 0;
const root = path.resolve(import.meta.dirname, "../../..");

describe("the plugin for WordPress", () => {
  const run = (order: object) =>
    JSON.parse(
      execFileSync("php", ["-d", "display_errors=stderr", path.join(root, "tests/support/wordpress/wordpress.php")], {
        input: JSON.stringify({
          key: "",
          fails: false,
          version: "6.8.2",
          stylesheet: "amsel",
          users: { zoe: { administrator: true }, jana: { administrator: true }, ole: { editor: true } },
          filtered: [],
          roles: {
            administrator: { capabilities: { manage_options: true } },
            editor: { capabilities: { edit_posts: true } },
          },
          superAdmins: null,
          cron: {},
          plugins: {
            "advanced-custom-fields/acf.php": { Name: "ACF <b>Pro</b>", Version: "6.3.0" },
            "hello.php": { Name: "Hello Dolly", Version: "1.7.2" },
          },
          active: ["advanced-custom-fields/acf.php"],
          themes: {
            amsel: { Name: "Amsel", Version: "1.0" },
            twentytwentyfive: { Name: "Twenty Twenty-Five", Version: "1.2" },
          },
          transients: {
            update_plugins: { response: { "advanced-custom-fields/acf.php": { new_version: "6.4.1" } } },
            update_themes: { response: { twentytwentyfive: { new_version: "1.3" } } },
            update_core: { updates: [{ response: "upgrade", current: "6.9.2" }] },
            "health-check-site-status-result": '{"good":17,"recommended":3,"critical":1}',
          },
          ...order,
        }),
        encoding: "utf8",
      }),
    );

  it.skipIf(!hasPhp)(
    `sends what the portal understands, signed${hasPhp ? "" : " (skipped: there is no PHP here)"}`,
    async () => {
      const site = await connect();
      const { result, sent, last, hooks } = run({ key: site.key });
      expect([result, last.status]).toEqual([true, 200]);
      expect(sent.url).not.toContain("#");
      expect(JSON.stringify(sent)).not.toContain(site.secret);
      office.advance(Date.now() - office.services.now().getTime());
      expect(await report(site, sent.body, { signature: sent.headers["X-TechCenter-Signature"] })).toBe(200);
      const kept = (await (await office.as(jana)).siteReport.get({ websiteId })).report;
      expect(kept).toMatchObject({
        wordpress: { version: "6.8.2", update: "6.9.2" },
        admins: ["jana", "zoe"],
        hiddenAdmins: [],
        database: "10.11.6",
        health: { good: 17, recommended: 3, critical: 1 },
        disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
        plugins: [
          { slug: "advanced-custom-fields", name: "ACF Pro", version: "6.3.0", isActive: true, update: "6.4.1" },
          { slug: "hello", name: "Hello Dolly", version: "1.7.2", isActive: false, update: null },
        ],
        themes: [
          { slug: "amsel", isActive: true, update: null },
          { slug: "twentytwentyfive", isActive: false, update: "1.3" },
        ],
      });
      expect(hooks).toEqual(["techcenter_reporter_send", "admin_menu"]);
    },
  );

  it.skipIf(!hasPhp)(
    `names everybody who may do everything, and whom a filter hides${hasPhp ? "" : " (skipped: there is no PHP here)"}`,
    () => {
      const key = `https://x.example/api/v1/push/site/abcdefgh#${"s".repeat(43)}`;
      const adminsOf = (order: object) => {
        const { admins, hiddenAdmins } = siteReport.parse(JSON.parse(run({ key, ...order }).sent.body));
        return { admins, hiddenAdmins };
      };
      const users = {
        jana: { administrator: true },
        mallory: { administrator: true },
        ole: { editor: true },
        "o'brien": { editor: true, manage_options: true },
        pia: { editor: true, manage_options: false },
        chef: { shop_boss: true },
        netz: {},
      };
      const roles = {
        administrator: { capabilities: { manage_options: true } },
        shop_boss: { capabilities: { manage_options: true } },
        editor: { capabilities: { edit_posts: true } },
      };
      expect(adminsOf({ users, roles })).toEqual({ admins: ["chef", "jana", "mallory", "o'brien"], hiddenAdmins: [] });
      expect(adminsOf({ users, roles, filtered: ["mallory"] })).toEqual({
        admins: ["chef", "jana", "mallory", "o'brien"],
        hiddenAdmins: ["mallory"],
      });
      expect(adminsOf({ users, roles, superAdmins: ["netz", "jana", "weg"] })).toEqual({
        admins: ["chef", "jana", "mallory", "netz", "o'brien"],
        hiddenAdmins: [],
      });
      expect(adminsOf({ users, roles, superAdmins: ["netz"], filtered: ["netz"] }).hiddenAdmins).toEqual(["netz"]);
    },
  );

  it.skipIf(!hasPhp)(
    `sends nothing without a key, and takes no other address for one${hasPhp ? "" : " (skipped: there is no PHP here)"}`,
    () => {
      const secret = "s".repeat(43);
      for (const key of [
        "",
        "kein",
        "https://x/api/v1/push/site/abcdefgh#kurz",
        `ftp://x/api/v1/push/site/abcdefgh#${secret}`,
      ])
        expect(run({ key })).toMatchObject({ result: false, sent: null });
      const failed = run({ key: `https://x.example/api/v1/push/site/abcdefgh#${secret}`, fails: true, transients: {} });
      expect(failed).toMatchObject({ result: false, last: { status: 0, error: "cURL error 7" } });
    },
  );

  it("has nothing that could be called from outside, and runs nothing that it is told", () => {
    const source = readFileSync(
      path.join(root, "integrations/wordpress/techcenter-reporter/techcenter-reporter.php"),
      "utf8",
    );
    expect(source).not.toMatch(
      /register_rest_route|wp_ajax|admin_post|eval\(|exec\(|system\(|unserialize|retrieve_body|include \$|base64_decode/,
    );
  });
});
