import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CertificateLevel } from "../../../contract/checks/certificate-levels.ts";
import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { adminOf, valuesFor } from "../../support/channel-office.ts";
import { type CheckOffice, openCheckOffice } from "../../support/check-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type ChatService, openChatService } from "../../support/servers/chat-services.ts";

let office: Office;
let checks: CheckOffice;
let api: Api;
let jana: Person;
let room: ChatService;

beforeEach(async () => {
  office = await openOffice();
  checks = openCheckOffice(office);
  api = await adminOf(office);
  jana = await office.hire({ name: "Jana Petersen" });
  room = await openChatService("matrix");
  const values = valuesFor("matrix", room.receiver.url);
  const { id: channelId } = await api.channel.create({ body: { service: "matrix", name: "Technik", values } });
  await api.channel.createRule({ body: { categories: ["certificate"], channelId } });
});
afterEach(async () => {
  await checks.close();
  await room.close();
});

const facts = (fingerprint: string, validTo: string): CertificateFacts => ({
  subject: "CN=amsel.test",
  names: ["amsel.test"],
  issuer: "Let's Encrypt (R11)",
  serial: "1",
  fingerprint,
  keyFingerprint: "k",
  key: "EC 256",
  validFrom: "2026-10-10T00:00:00.000Z",
  validTo,
  protocol: "TLSv1.3",
  isTrusted: true,
  isSelfSigned: false,
  matchesName: true,
  chain: [],
});
const ending = facts("aa", "2026-11-26T00:00:00.000Z");

/** Has a site show a certificate of a level from its next look on. */
function show(name: string, certificateLevel: CertificateLevel, certificate = ending) {
  const outcome = certificateLevel === "warning" || certificateLevel === "critical" ? "degraded" : "ok";
  checks.set(name, { outcome, certificate, certificateLevel });
}
const look = () => checks.pass((6 * hourMs) / 1000 + 600, 300);
const add = async (name: string, more: object = {}) =>
  (await api.website.create({ body: { url: `https://${name}/`, lifecycle: "live", name, ...more } })).id;
const bellOf = async ({ id }: Person) => {
  const rows = await office.services.db
    .selectFrom("notifications")
    .select(["title", "severity"])
    .where("forUserId", "=", id)
    .where("category", "=", "certificate")
    .orderBy("id")
    .execute();
  return rows.map(({ title, severity }) => `${title} (${severity})`);
};

describe("a certificate that nobody renews", () => {
  it("warns, warns critically, and is over when it was renewed, in the bell and in one message of a room", async () => {
    show("amsel.test", "good");
    const id = await add("amsel.test", { responsibleUserId: jana.id });
    await checks.pass(5);
    expect(await bellOf(jana)).toEqual([]);
    show("amsel.test", "warning");
    await look();
    expect(await bellOf(jana)).toEqual(["Zertifikat läuft bald ab: amsel.test (normal)"]);
    await look();
    show("amsel.test", "critical");
    await look();
    const warned = ["Zertifikat läuft bald ab: amsel.test (normal)", "Zertifikat läuft bald ab: amsel.test (critical)"];
    expect(await bellOf(jana)).toEqual(warned);
    await deliverMessages(office.services);
    expect(room.shown()).toHaveLength(1);
    expect(room.shown()[0]?.text).toContain("26.11.2026");

    show("amsel.test", "good", facts("bb", "2027-02-20T00:00:00.000Z"));
    await look();
    await deliverMessages(office.services);
    expect(await bellOf(jana)).toEqual([...warned, "Zertifikat erneuert: amsel.test (normal)"]);
    expect(room.shown()).toHaveLength(1);
    expect(room.shown()[0]?.text).toContain("Zertifikat erneuert");
    const mine = await office.as(jana);
    const { data } = await mine.notification.list({ limit: 10, where: { forUserId: jana.id } });
    expect(data[0]?.link).toBe(`/websites/${id}/certificate`);
  });

  it("is told once where many websites show it", async () => {
    for (let no = 1; no <= 12; no += 1) {
      show(`seite-${no}.test`, "warning");
      await add(`seite-${no}.test`, { responsibleUserId: jana.id });
    }
    await look();
    expect(await bellOf(jana)).toHaveLength(1);
  });

  it("is told to those who look after everything where nobody is responsible, and of nothing in the archive", async () => {
    const keeper = await office.hire({ name: "Karla Keeper", role: "maintainer" });
    show("amsel.test", "warning");
    await add("amsel.test");
    await checks.pass(5);
    expect(await bellOf(keeper)).toHaveLength(1);
    expect(await bellOf(jana)).toEqual([]);
  });

  it("speaks after a maintenance in which it came to be so", async () => {
    show("amsel.test", "good");
    const id = await add("amsel.test", { responsibleUserId: jana.id });
    await checks.pass(5);
    const now = office.services.now().getTime();
    await api.maintenance.create({
      title: "Umzug",
      scope: "website",
      targetIds: [id],
      startsAt: new Date(now).toISOString(),
      endsAt: new Date(now + 8 * hourMs).toISOString(),
    });
    show("amsel.test", "warning");
    await look();
    expect(await bellOf(jana)).toEqual([]);
    await look();
    expect(await bellOf(jana)).toHaveLength(1);
  });
});
