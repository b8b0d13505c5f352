import { beforeEach, describe, expect, it } from "vitest";
import type { CheckEvent } from "../../../contract/checks/events.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { followNoticedChanges } from "../../../server/features/change-events/follow-checks.ts";
import { readBefore } from "../../../server/features/change-events/queries.ts";
import { type NewChangeEvent, recordChangeEvents } from "../../../server/features/change-events/record.ts";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { adminOf, valuesFor } from "../../support/channel-office.ts";
import { storeFile } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { openChatService } from "../../support/servers/chat-services.ts";

let office: Office;
let jana: Person;
let api: Api;
let domainId: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire();
  api = await office.as(jana);
  domainId = (await createRecord(api, "domain", { name: "amsel.example", responsibleUserId: jana.id })).id;
});

const notice = (events: readonly NewChangeEvent[]) =>
  transact(systemContext(office.services), (tx) => recordChangeEvents(tx, events));
const nameservers = (id = domainId): NewChangeEvent => ({
  source: "dns",
  kind: "nameservers",
  target: { type: "domain", id },
  before: ["ns1.alt.example"],
  after: ["ns1.neu.example"],
});

const robots = (id: string): NewChangeEvent => ({
  source: "technology",
  kind: "robots",
  target: { type: "website", id },
  before: null,
  after: ["robots.txt"],
});

describe("the timeline of a record", () => {
  it("is for signed-in people, and of records that there are", async () => {
    const stranger = await office.as();
    expect((await refusalOf(stranger.changeEvent.list({ type: "domain", id: domainId }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(stranger.changeEvent.latest({}))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(api.changeEvent.list({ type: "domain", id: "nirgends" }))).code).toBe("NOT_FOUND");
    const page = { type: "page" as "domain", id: domainId };
    expect((await refusalOf(api.changeEvent.list(page))).code).toBe("BAD_REQUEST");
  });

  it("shows what people did and what was noticed, newest first, each kind alone where asked", async () => {
    office.advance(60_000);
    await notice([nameservers()]);
    const all = await api.changeEvent.list({ type: "domain", id: domainId });
    expect(all.data.map(({ by }) => by)).toEqual(["machine", "person"]);
    expect(all).toMatchObject({
      totalItems: 2,
      data: [
        { kind: "nameservers", source: "dns", before: ["ns1.alt.example"], after: ["ns1.neu.example"] },
        { text: "Domain angelegt", person: { name: "Jana Petersen" }, record: { label: "amsel.example" } },
      ],
    });
    const people = await api.changeEvent.list({ type: "domain", id: domainId, view: "people" });
    expect(people.data.map(({ by }) => by)).toEqual(["person"]);
    const machine = await api.changeEvent.list({ type: "domain", id: domainId, view: "machine" });
    expect(machine.data.map(({ by }) => by)).toEqual(["machine"]);
  });

  it("of a customer holds what is theirs and nothing of others", async () => {
    const customerId = (await createRecord(api, "customer")).id;
    const own = (await createRecord(api, "website", { customerId, name: "Weingut Amsel" })).id;
    await notice([
      { ...nameservers(), kind: "mx" },
      { source: "website", kind: "title", target: { type: "website", id: own }, before: ["Alt"], after: ["Neu"] },
    ]);
    const { data } = await api.changeEvent.list({ type: "customer", id: customerId, view: "machine" });
    expect(data).toMatchObject([{ kind: "title", record: { id: own, label: "Weingut Amsel" } }]);
  });

  it("of a customer holds devices as long as they have them, files by their names, and what they were asked", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    const values = { host: "mail.example", fromEmail: "portal@agentur.example" };
    await admin.setting.update({ section: "mail", values, version: 0 });
    const customerId = (await createRecord(admin, "customer")).id;
    const otherId = (await createRecord(admin, "customer")).id;
    const contactId = (await createRecord(admin, "contact", { customerId, email: "anna@amsel.example" })).id;
    const renewing = { name: "fink.example", customerId, renewsAt: "2026-12-20", periodMonths: 12 };
    const askedId = (await createRecord(admin, "domain", renewing)).id;
    const device = (await createRecord(admin, "device", { name: "Falke 14" })).id;
    const rename = async (name: string) => {
      const { version } = await admin.device.get({ id: device });
      await admin.device.update({ params: { id: device }, body: { name }, version });
    };
    const texts = async (of = customerId) =>
      (await admin.changeEvent.list({ type: "customer", id: of, view: "people", limit: 100 })).data.flatMap((entry) =>
        entry.by === "person" ? [`${entry.record.label} ${entry.text}`] : [],
      );
    office.advance(60_000);
    await admin.device.checkOut({ deviceIds: [device], to: { type: "customer", id: customerId } });
    expect((await texts())[0]).toBe("Falke 14 Gerät übergeben");
    await rename("Falke 15");
    expect((await texts())[0]).toBe("Falke 15 Gerät geändert: Bezeichnung");
    await admin.device.checkIn({ deviceIds: [device] });
    await rename("Falke 16");
    expect((await texts()).filter((text) => text.startsWith("Falke"))).toEqual([
      "Falke 16 Gerät übergeben",
      "Falke 16 Gerät übergeben",
    ]);
    expect((await texts(otherId)).filter((text) => text.startsWith("Falke"))).toEqual([]);
    await admin.customerQuestion.ask({ customerId, contactId, items: [{ type: "domain", id: askedId }] });
    expect((await texts())[0]).toMatch(/ Kunde gefragt: fink\.example$/);
    const key = await storeFile(office, jana, "Angebot.pdf", "%PDF-1.4");
    await api.attachment.attach({ type: "domain", id: askedId, key });
    expect((await texts())[0]).toBe("fink.example Datei angehängt: Angebot.pdf");
    await api.attachment.rename({ type: "domain", id: askedId, key, filename: "Auftrag.pdf" });
    expect((await texts())[0]).toBe("fink.example Datei umbenannt: Angebot.pdf → Auftrag.pdf");
  });

  it("keeps values from those who may not see them", async () => {
    await notice([{ ...nameservers(), source: "registration", kind: "holder", before: ["Anna"], after: ["Berta"] }]);
    const { data } = await api.changeEvent.list({ type: "domain", id: domainId, view: "machine" });
    expect(data).toMatchObject([{ kind: "holder", before: null, after: null, isHidden: true }]);
    const keeper = await office.as(await office.hire({ role: "maintainer" }));
    const seen = await keeper.changeEvent.list({ type: "domain", id: domainId, view: "machine" });
    expect(seen.data).toMatchObject([{ before: ["Anna"], after: ["Berta"], isHidden: false }]);
    const told = await api.notification.list({ limit: 10, where: { forUserId: jana.id } });
    expect(JSON.stringify(told.data)).not.toContain("Berta");
  });

  it("ends with its record", async () => {
    await notice([nameservers()]);
    const admin = await office.as(await office.hire({ role: "admin" }));
    await admin.domain.archive({ id: domainId });
    expect(await admin.changeEvent.latest({})).toEqual([]);
    await admin.domain.delete({ id: domainId, title: "amsel.example" });
    expect(await office.services.db.selectFrom("changeEvents").selectAll().execute()).toEqual([]);
  });
});

describe("what was planned", () => {
  it("is told to nobody and left out of „Nur Ungeplantes“", async () => {
    const customerId = (await createRecord(api, "customer")).id;
    await api.domain.update({ params: { id: domainId }, body: { customerId }, version: 1 });
    const keeper = await office.as(await office.hire({ role: "maintainer" }));
    await keeper.maintenance.create({
      title: "Umzug",
      scope: "customer",
      targetIds: [customerId],
      startsAt: "2026-11-20T09:00:00.000Z",
      endsAt: "2026-11-20T12:00:00.000Z",
    });
    await notice([nameservers()]);
    const { data: told } = await api.notification.list({ limit: 10, where: { forUserId: jana.id } });
    expect(told.filter(({ category }) => category === "domain")).toEqual([]);
    office.advance(3 * 3_600_000);
    await notice([{ ...nameservers(), kind: "mx" }]);
    const { data } = await api.changeEvent.list({ type: "domain", id: domainId, view: "unplanned" });
    expect(data).toMatchObject([{ kind: "mx", isPlanned: false }]);
    const all = await api.changeEvent.list({ type: "domain", id: domainId, view: "machine" });
    expect(all.data).toMatchObject([{ kind: "mx" }, { kind: "nameservers", isPlanned: true }]);
    expect(await api.changeEvent.latest({ isUnplanned: true })).toMatchObject([{ kind: "mx" }]);
  });

  it("not, and bad, is told to whoever is responsible, once for all that changed with it", async () => {
    await notice([nameservers(), { ...nameservers(), kind: "mx" }, { ...nameservers(), kind: "records" }]);
    const { data } = await api.notification.list({ limit: 10, where: { forUserId: jana.id } });
    expect(data).toMatchObject([{ category: "domain", link: `/domains/${domainId}/timeline`, severity: "critical" }]);
    expect(data[0]?.title).toBe("Nameserver, E-Mail-Server (MX) geändert: amsel.example");
  });
});

describe("a domain that changed by itself", () => {
  it("stirs every screen, and is said to whoever is responsible or follows, and to nobody else", async () => {
    const timo = await office.hire({ name: "Timo Brandt" });
    await office.hire({ name: "Sofie Lang" });
    await (await office.as(timo)).follow.set({ type: "domain", id: domainId, on: true });
    office.signals.length = 0;
    await notice([nameservers(), { ...nameservers(), kind: "mx" }]);
    const told = office.signals.filter(({ event }) => event === "domainChanged");
    const payload = { domain: { id: domainId, name: "amsel.example" }, changed: ["Nameserver", "E-Mail-Server (MX)"] };
    expect(told[0]).toEqual({ event: "domainChanged", payload });
    expect(
      told
        .slice(1)
        .map(({ toUserId }) => toUserId)
        .sort(),
    ).toEqual([jana.id, timo.id].sort());
    expect(told[1]?.payload).toEqual({ ...payload, isYours: true });
  });

  it("stirs the screens with another status and another end as well, and alarms nobody", async () => {
    office.signals.length = 0;
    const target = { type: "domain", id: domainId } as const;
    const source = "registration" as const;
    await notice([
      { source, kind: "registryStatus", target, before: ["aktiv"], after: ["aktiv", "Transfersperre"] },
      { source, kind: "expiry", target, before: ["2027-01-01"], after: ["2028-01-01"] },
    ]);
    const told = office.signals.filter(({ event }) => event === "domainChanged");
    expect(told.map(({ toUserId }) => toUserId)).toEqual([undefined, jana.id]);
    expect(told[0]?.payload).toMatchObject({ changed: ["Registry-Status", "Ablauf laut Registry"] });
    expect(await office.services.db.selectFrom("notifications").select("id").execute()).toEqual([]);
    office.signals.length = 0;
    await notice([{ source, kind: "expiry", target, before: null, after: ["2028-01-01"] }, nameservers()]);
    expect(office.signals.filter(({ event }) => event === "domainChanged")).toHaveLength(2);
  });

  it("is told to whoever is responsible for its customer, else to the maintainers, and never to who has left", async () => {
    const sofie = await office.hire({ name: "Sofie Lang" });
    const keeper = await office.hire({ name: "Nora Lind", role: "maintainer" });
    const customerId = (await createRecord(api, "customer", { responsibleUserId: sofie.id })).id;
    const look: Omit<NewChangeEvent, "target"> = { source: "picture", kind: "look", before: null, after: ["60 %"] };
    const changed = async (values: RecordBody) => {
      const { id } = await createRecord(api, "website", values);
      await notice([{ ...look, target: { type: "website", id } }]);
      const { db } = office.services;
      const told = await db.selectFrom("notifications").select("forUserId").where("category", "=", "website").execute();
      await db.deleteFrom("notifications").execute();
      return told.map(({ forUserId }) => forUserId);
    };
    expect(await changed({ customerId, responsibleUserId: jana.id })).toEqual([jana.id]);
    expect(await changed({ customerId })).toEqual([sofie.id]);
    expect(await changed({})).toEqual([keeper.id]);
    await office.services.db
      .updateTable("users")
      .set({ deactivatedAt: office.services.now().toISOString() })
      .where("id", "=", sofie.id)
      .execute();
    expect(await changed({ customerId })).toEqual([keeper.id]);
  });

  it.each([
    ["domain", "ns1.alt.example → ns1.neu.example"],
    ["website", "nichts → robots.txt"],
  ] as const)("is told to rooms whose rule asks for each %s", async (category, text) => {
    const admin = await adminOf(office);
    const chat = await openChatService("matrix");
    const values = valuesFor("matrix", chat.receiver.url);
    const { id: channelId } = await admin.channel.create({ body: { service: "matrix", name: "Technik", values } });
    await admin.channel.createRule({ body: { categories: [category], channelId } });
    const websiteId = (await createRecord(api, "website", { responsibleUserId: jana.id })).id;
    await notice([nameservers(), robots(websiteId)]);
    await deliverMessages(office.services);
    expect(chat.shown()).toHaveLength(1);
    expect(chat.shown()[0]?.text).toContain(text);
    await chat.close();
  });
});

describe("what the checker noticed", () => {
  const follow = (events: readonly Omit<CheckEvent, "id" | "at" | "checkId" | "targetType">[]) =>
    transact(systemContext(office.services), (tx) =>
      followNoticedChanges(
        tx,
        events.map((event, id) => ({ id, at: tx.now().toISOString(), checkId: "c", targetType: "website", ...event })),
      ),
    );

  it("is kept: a renewed certificate quietly, another issuer and another title as what they are", async () => {
    const id = (await createRecord(api, "website")).id;
    const before = { issuer: "R3", validTo: "2026-12-01T00:00:00.000Z" };
    const renewed = { issuer: "R3", validTo: "2027-03-01T00:00:00.000Z" };
    await follow([
      { targetId: id, kind: "certificateChanged", data: { before, after: renewed } },
      { targetId: id, kind: "titleChanged", data: { before: "Willkommen", after: "Hacked" } },
      { targetId: id, kind: "sizeChanged", data: { before: 40_960, after: 2048 } },
      { targetId: id, kind: "up", data: {} },
    ]);
    await follow([
      { targetId: id, kind: "certificateChanged", data: { before: renewed, after: { ...renewed, issuer: "Other" } } },
    ]);
    const { data } = await api.changeEvent.list({ type: "website", id, view: "machine" });
    expect(data.flatMap((entry) => (entry.by === "machine" ? [entry.kind] : [])).toSorted()).toEqual([
      "certificate",
      "certificate",
      "issuer",
      "size",
      "title",
    ]);
    expect(data).toContainEqual(expect.objectContaining({ kind: "size", before: ["40 kB"], after: ["2 kB"] }));
    expect(data).toContainEqual(expect.objectContaining({ kind: "issuer", before: ["R3"], after: ["Other"] }));
    const told = await office.services.db.selectFrom("notifications").select(["category", "severity"]).execute();
    expect(told).toEqual([]);
  });

  it("tells of another issuer, and of another key that came with no renewal, as news about certificates", async () => {
    const id = (await createRecord(api, "website", { responsibleUserId: jana.id, name: "Weingut Amsel" })).id;
    const before = { issuer: "R3", keyFingerprint: "aa", validTo: "2026-12-01T00:00:00.000Z" };
    const change = (after: object) =>
      follow([{ targetId: id, kind: "certificateChanged", data: { before, after: { ...before, ...after } } }]);
    await change({ keyFingerprint: "bb", validTo: "2027-03-01T00:00:00.000Z" });
    const bell = () =>
      office.services.db.selectFrom("notifications").select(["category", "severity", "title"]).orderBy("id").execute();
    expect(await bell()).toEqual([]);
    await change({ keyFingerprint: "bb" });
    await change({ issuer: "Other" });
    expect(await bell()).toEqual([
      { category: "certificate", severity: "normal", title: "Schlüssel des Zertifikats geändert: Weingut Amsel" },
      { category: "certificate", severity: "normal", title: "Aussteller des Zertifikats geändert: Weingut Amsel" },
    ]);
  });
});

it("the two days before an incident hold both kinds of changes, and nothing older", async () => {
  await notice([nameservers()]);
  office.advance(49 * 3_600_000);
  await notice([{ ...nameservers(), kind: "mx" }]);
  const entries = await readBefore(
    { ...(await office.contextOf(jana)), person: jana } as never,
    [{ type: "domain", id: domainId }],
    office.services.now(),
  );
  expect(entries).toMatchObject([{ by: "machine", kind: "mx" }]);
});

it("a name server that changed stays in sight before an incident, however much else was noticed since", async () => {
  office.advance(60_000);
  await notice([nameservers()]);
  const target = { type: "domain", id: domainId } as const;
  for (let count = 0; count < 55; count += 1) {
    office.advance(60_000);
    await notice([{ source: "dns", kind: "records", target, before: null, after: [String(count)] }]);
  }
  const entries = await readBefore(
    { ...(await office.contextOf(jana)), person: jana } as never,
    [target],
    office.services.now(),
  );
  expect(entries).toHaveLength(50);
  expect(entries[0]).toMatchObject({ kind: "records", after: ["54"] });
  expect(entries.slice(-2)).toMatchObject([{ kind: "nameservers" }, { by: "person" }]);
});
