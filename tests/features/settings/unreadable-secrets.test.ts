import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { secretSettings } from "../../../contract/settings/sections.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { listTextColumns } from "../../../server/db/rewrite-texts.ts";
import { transact } from "../../../server/db/transact.ts";
import { deliverDue } from "../../../server/features/webhooks/deliver.ts";
import { queueMail } from "../../../server/mail/queue.ts";
import { runMailer } from "../../../server/portal/mailer.ts";
import { findNotices } from "../../../server/portal/start-notices.ts";
import { findUnreadableSecrets, labelOfSecret } from "../../../server/settings/unreadable-secrets.ts";
import type { Services } from "../../../server/trpc/context.ts";
import { openVault } from "../../../server/vault.ts";
import { watch } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

let office: Office;
let receiver: Receiver;
/** The same data after secrets.json was lost and made anew. */
let later: Services;

beforeEach(async () => {
  office = await openOffice();
  receiver = await openReceiver();
  later = { ...office.services, vault: openVault("another key of at least 32 characters") };
});
afterEach(() => receiver.close());

describe("when secrets.json is gone", () => {
  it("nothing is said while nothing is sealed, and all of it once it cannot be read", async () => {
    const chief = await office.hire({ role: "admin" });
    expect(await findUnreadableSecrets(later)).toEqual([]);
    await seal(await office.as(chief));
    expect(await findUnreadableSecrets(office.services)).toEqual([]);
    const unreadable = ["das Passwort des Mail-Servers", "das Geheimnis eines Webhooks", "eine wartende E-Mail"];
    expect(await findUnreadableSecrets(later)).toEqual(unreadable);
    const notices = await findNotices(later, { hadAccounts: true, admin: undefined });
    expect(notices).toEqual([expect.stringContaining(unreadable.join(", "))]);
  });

  it("all that is sealed is named in words: secrets of the settings, devices for push and passwords of checks", async () => {
    for (const [section, fields] of Object.entries(secretSettings))
      for (const field of fields) expect([section, field, labelOfSecret(section, field)]).not.toContain(undefined);
    const { db, vault } = office.services;
    const api = await office.as(await office.hire({ role: "admin" }));
    const secrets = { webdavPassword: "geheim" };
    await api.setting.update({ section: "backup", values: {}, secrets, version: 0 });
    const { id } = await createRecord(api, "website", {});
    await watch(office, [{ type: "website", id }]);
    await db
      .updateTable("checks")
      .set({ secret: vault.seal("geheim") })
      .execute();
    const device = {
      endpoint: "https://push.example/1",
      p256dh: "p".repeat(87),
      auth: "a".repeat(22),
      label: "Telefon",
    };
    await api.pushSubscription.create(device);
    expect(await findUnreadableSecrets(office.services)).toEqual([]);
    expect(await findUnreadableSecrets(later)).toEqual([
      "das WebDAV-Passwort für Backups",
      "ein Gerät für Push-Nachrichten",
      "das Passwort einer Prüfung",
    ]);
  });

  it("is found in every column that is called by it, also where nobody has named what it holds", async () => {
    const { db, vault } = office.services;
    const columns = (await listTextColumns(db)).filter(({ column }) => /sealed|secret/.test(column));
    const names = columns.map(({ table, column }) => `${table}.${column}`);
    expect(names).toEqual(expect.arrayContaining(["site_reporters.sealed_secret", "webhooks.former_secret"]));
    const api = await office.as(await office.hire({ role: "admin" }));
    const { id } = await createRecord(api, "website", {});
    const createdAt = office.services.now().toISOString();
    const reporter = { websiteId: id, publicId: "p", sealedSecret: vault.seal("geheim"), createdAt };
    await db
      .insertInto("siteReporters")
      .values({ ...reporter, lastAt: null, lastStamp: 0, reportJson: null })
      .execute();
    await seal(api);
    const [webhook] = await api.webhook.list({});
    await api.webhook.renewSecret({ id: webhook?.id ?? "" });
    expect(await findUnreadableSecrets(office.services)).toEqual([]);
    expect(await findUnreadableSecrets(later)).toEqual(
      expect.arrayContaining(["das vorige Geheimnis eines Webhooks", "der Schlüssel eines Plugins in WordPress"]),
    );
    office.advance(2 * dayMs);
    expect(await findUnreadableSecrets({ ...later, now: office.services.now })).not.toContain(
      "das vorige Geheimnis eines Webhooks",
    );
    const secretsJson = JSON.stringify({ neues: { sealed: vault.seal("geheim") } });
    await db.updateTable("settings").set({ secretsJson }).where("section", "=", "mail").execute();
    expect(await findUnreadableSecrets(later)).toContain("ein Geheimnis der Einstellungen (mail.neues)");
    await sql`create table later_things (id text primary key, sealed_thing text)`.execute(db);
    await sql`insert into later_things values ('1', ${vault.seal("geheim")})`.execute(db);
    expect(await findUnreadableSecrets(later)).toContain("ein Geheimnis (later_things.sealed_thing)");
  });

  it("webhooks end as failed with the reason", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    await seal(admin);
    await admin.customer.create({ body: { name: "Neue Kundin" } });
    await deliverDue(later);
    const rows = await office.services.db.selectFrom("webhookDeliveries").select(["state", "error"]).execute();
    expect(rows).toEqual([{ state: "failed", error: expect.stringContaining("secrets.json ist eine andere") }]);
    expect(receiver.received).toEqual([]);
  });

  it("a sealed mail ends as failed with the reason, and the others when the password was asked for often enough", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    await seal(admin);
    const ctx = await office.contextOf(await office.hire());
    const to = { email: "timo@agentur.example", name: "Timo" };
    await transact(ctx, (tx) => queueMail(tx, { to, subject: "offen", paragraphs: ["Hallo"] }));
    for (let round = 0; round < 20; round += 1) {
      await runMailer(later);
      office.advance(7 * 3_600_000);
    }
    const mails = await office.services.db.selectFrom("mails").select(["state", "answer"]).execute();
    expect(mails).toHaveLength(2);
    for (const mail of mails)
      expect(mail).toEqual({ state: "failed", answer: expect.stringContaining("secrets.json ist eine andere") });
  });
});

it("credentials of the first account that count for nothing are said to", async () => {
  const admin = { email: "jana@agentur.example", password: "ein langes Passwort", name: "Jana" };
  expect(await findNotices(office.services, { hadAccounts: false, admin })).toEqual([]);
  const [notice] = await findNotices(office.services, { hadAccounts: true, admin });
  expect(notice).toContain("ADMIN_PASSWORD werden nicht beachtet");
});

/** A mail server with a password, a webhook, and a mail whose content is sealed. */
async function seal(admin: Awaited<ReturnType<Office["as"]>>) {
  const mail = {
    host: "mail.example",
    port: 25,
    security: "none",
    user: "portal",
    fromEmail: "portal@agentur.example",
  };
  await admin.setting.update({ section: "mail", values: mail, secrets: { password: "geheim" }, version: 0 });
  const values = { allowedNetworks: ["127.0.0.0/8"] };
  await admin.setting.update({ section: "network", values, secrets: {}, version: 0 });
  const body = { url: receiver.url, description: "", events: ["customer.created" as const], isEnabled: true };
  await admin.webhook.create({ body });
  const { vault } = office.services;
  const to = { email: "jana@agentur.example", name: "Jana" };
  await transact(await office.contextOf(), (tx) => queueMail(tx, { to, subject: "Link", paragraphs: ["x"], vault }));
}
