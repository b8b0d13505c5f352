import { beforeEach, describe, expect, it } from "vitest";
import { erasedName } from "../../../contract/privacy/privacy.ts";
import { newId } from "../../../server/db/new-id.ts";
import { transact } from "../../../server/db/transact.ts";
import { queueMessage } from "../../../server/features/channels/content.ts";
import type { Api } from "../../../server/features/router.ts";
import { notify } from "../../../server/notifications/notify.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { hostWithSites, sendDue, tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let ada: Person;
let admin: Api;
let customerId: string;

const erika = {
  firstName: "Erika",
  lastName: "Mustersattel",
  email: "erika.mustersattel@weingut.example",
  phone: "+493055511122",
  mobile: "+4917155533344",
  notes: "Fährt im August in Urlaub.",
};
/** Also as people and files write it. */
const traces = /mustersattel|erika|55511122|555[\s/-]*111[\s/-]*22|55533344|im August in Urlaub/i;

beforeEach(async () => {
  office = await openOffice();
  ada = await office.hire({ role: "admin", name: "Ada Admin" });
  admin = await office.as(ada);
  customerId = (await createRecord(admin, "customer", { name: "Weingut Amsel" })).id;
});

/** The tables in which a text of the database matches, with the texts. */
async function whereIs(pattern: RegExp): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await office.services.db.introspection.getTables()) {
    if (name.includes("fts")) continue;
    const rows = await office.services.db
      .selectFrom(name as "users")
      .selectAll()
      .execute();
    const hit = rows.map((row) => JSON.stringify(row)).find((text) => pattern.test(text));
    if (hit) found[name] = hit;
  }
  return found;
}

/** A contact whose name, mail and phone have gone wherever the portal notes such things by itself. */
async function aContactWithTraces(): Promise<{ id: string; title: string }> {
  const contact = await createRecord(admin, "contact", { customerId, ...erika });
  await admin.contact.update({ params: { id: contact.id }, body: { email: "e.mustersattel@weingut.example" } });
  await admin.contact.update({ params: { id: contact.id }, body: { email: erika.email } });
  const other = (await createRecord(admin, "customer", { name: "Bäckerei Korn" })).id;
  await admin.customer.update({ params: { id: other }, body: { dataOfficerId: contact.id } });
  await admin.customer.update({ params: { id: customerId }, body: { source: `Empfohlen von Erika Mustersattel` } });
  await admin.customer.update({ params: { id: customerId }, body: { source: "Empfohlen" } });
  const context = await office.contextOf(undefined);
  await transact(context, (tx) =>
    notify(tx, {
      forUserId: ada.id,
      title: "Erika Mustersattel wurde importiert",
      category: "system",
      message: `Telefon 030 / 555 111-22, ${erika.email}`,
    }),
  );
  await writeImport(contact.id);
  return { id: contact.id, title: `${erika.firstName} ${erika.lastName}` };
}

async function writeImport(recordId: string): Promise<void> {
  const { db, now } = office.services;
  const at = now().toISOString();
  const cells = ["Erika", "Mustersattel", "030 / 555 111-22"];
  await db
    .insertInto("imports")
    .values({
      id: "import",
      recordType: "contact",
      state: "finished",
      filename: "kontakte.csv",
      fileKind: "text",
      fileKey: null,
      createdAt: at,
      readingJson: "{}",
      settingsJson: "{}",
      sheetsJson: "[]",
      missingJson: "[]",
      columnsJson: JSON.stringify([{ heading: "Nachname", samples: ["Mustersattel"] }]),
      previewJson: JSON.stringify([{ number: 2, cells }]),
      effectsJson: JSON.stringify([{ field: "lastName", samples: [{ before: "Mustersattel", after: "Muster" }] }]),
      unknownJson: "[]",
      preset: null,
      problem: null,
      startedAt: at,
      finishedAt: at,
      undoneAt: null,
      headerRow: 1,
      totalRows: 3,
      isLoaded: 1,
      position: 4,
      doneRows: 3,
      createdCount: 1,
      updatedCount: 0,
      unchangedCount: 0,
      skippedCount: 0,
      failedCount: 2,
      undoneCount: 0,
      conflictCount: 0,
      undoesOwnEdits: 0,
      createdById: ada.id,
      startedById: ada.id,
    })
    .execute();
  const row = { importId: "import", undo: null, undoNote: null, writesJson: null };
  await db
    .insertInto("importRows")
    .values([
      {
        ...row,
        rowNumber: 2,
        cellsJson: JSON.stringify(cells),
        title: "Erika Mustersattel",
        result: "created",
        problemsJson: null,
        changesJson: JSON.stringify([{ field: "lastName", after: "Mustersattel" }]),
        recordId,
      },
      {
        ...row,
        rowNumber: 3,
        cellsJson: JSON.stringify(["", "", "0171-555 33344"]),
        title: null,
        recordId: null,
        result: "failed",
        changesJson: null,
        problemsJson: JSON.stringify([{ column: "Nachname", message: "Nachname: Pflichtfeld." }]),
      },
      {
        ...row,
        rowNumber: 4,
        cellsJson: JSON.stringify(["Jonas", "Adler", "0711 1234567"]),
        title: "Jonas Adler",
        result: "failed",
        problemsJson: "[]",
        changesJson: null,
        recordId: null,
      },
    ])
    .execute();
}

/** Whom the history of a host says to have been told of a move. */
async function informed(hostId: string): Promise<string> {
  const { db } = office.services;
  const kept = db.selectFrom("changes").select("afterJson").where("kind", "=", "host.informed");
  return (await kept.where("subjectId", "=", hostId).executeTakeFirstOrThrow()).afterJson ?? "";
}

/** The imprint that was read of a website, as it names who answers for it. */
async function writeDiscovery(): Promise<void> {
  const { db, now } = office.services;
  const at = now().toISOString();
  await db.insertInto("discoveries").values({ id: "discovery", createdById: ada.id, createdAt: at }).execute();
  await db
    .insertInto("discoveryAddresses")
    .values({
      id: "address",
      discoveryId: "discovery",
      position: 0,
      typed: "weingut.example",
      state: "done",
      claimedBy: null,
      claimedUntil: null,
      websiteId: null,
    })
    .execute();
  const facts = { name: "Erika Mustersattel", email: erika.email, phone: erika.phone };
  await db
    .insertInto("discoverySteps")
    .values({
      addressId: "address",
      step: "imprint",
      state: "done",
      text: "Erika Mustersattel",
      at,
      answerJson: JSON.stringify({ url: "https://weingut.example/impressum", facts }),
    })
    .execute();
}

describe("the data of contacts and holders are refused", () => {
  it("to everybody but those who manage people", async () => {
    const { id } = await createRecord(admin, "contact", { customerId, ...erika });
    const subject = { type: "contact" as const, id };
    for (const person of [
      undefined,
      await office.hire({ role: "maintainer" }),
      await office.hire({ role: "readonly" }),
    ]) {
      const api = await office.as(person);
      const code = person ? "FORBIDDEN" : "UNAUTHORIZED";
      const calls = [
        api.privacy.findSubject(subject),
        api.privacy.exportSubject(subject),
        api.privacy.eraseSubject({ ...subject, name: "Erika Mustersattel" }),
        api.privacy.proposals({}),
      ];
      for (const call of calls) expect(await refusalOf(call)).toMatchObject({ code });
    }
  });

  it("under another name, and for a domain without a holder", async () => {
    const { id } = await createRecord(admin, "contact", { customerId, ...erika });
    await expectRefusal(admin.privacy.eraseSubject({ type: "contact", id, name: "Erika" }), "BAD_REQUEST", "name");
    const domain = await createRecord(admin, "domain", { name: "ohne-inhaber.example" });
    await expectRefusal(admin.privacy.findSubject({ type: "domain", id: domain.id }), "PRECONDITION_FAILED");
    await expect(admin.privacy.findSubject({ type: "contact", id: newId() })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("erasing a contact", () => {
  it("takes name, mail and phone out of every table, and leaves an entry without them", async () => {
    const { id, title } = await aContactWithTraces();
    expect(Object.keys(await whereIs(traces))).toEqual(
      expect.arrayContaining(["changes", "contacts", "import_rows", "imports", "notifications", "search_documents"]),
    );
    await admin.privacy.eraseSubject({ type: "contact", id, name: title });
    expect(await whereIs(traces)).toEqual({});
    expect((await admin.search.find({ query: "mustersattel" })).hits).toEqual([]);
    const history = await admin.change.list({ type: "customer", id: customerId });
    expect(history.data.map(({ subject }) => subject.title)).toContain(erasedName);
    expect(await admin.privacy.erasures({})).toEqual([
      { type: "contact", id, at: office.services.now(), by: "Ada Admin" },
    ]);
    const rows = await office.services.db.selectFrom("importRows").selectAll().orderBy("rowNumber").execute();
    expect(rows.map(({ cellsJson }) => cellsJson)).toEqual(["[]", "[]", '["Jonas","Adler","0711 1234567"]']);
  });

  it("takes them out of what incidents, channels and discoveries noted", async () => {
    const { host, sites, customerId: hit } = await hostWithSites(office, { count: 3, responsibleUserId: ada.id });
    const contact = await createRecord(admin, "contact", { customerId: hit, ...erika, roles: ["emergency"] });
    await tellEvents(office, "down", sites);
    await sendDue(office);
    const [incident] = (await admin.incident.list({})).data;
    const letter = { id: incident?.id ?? "", customerId: hit, contactId: contact.id };
    await admin.incident.sendCustomerInfo({ ...letter, subject: "Störung", text: "Guten Tag" });
    const context = await office.contextOf(undefined);
    const content = { title: "Erika Mustersattel anrufen", text: `Telefon ${erika.phone}`, path: "/", facts: [] };
    const told = { severity: "warning" as const, isEnded: false };
    await transact(context, (tx) => queueMessage(tx, { content: { ...content, ...told }, dueAt: context.now() }));
    await writeDiscovery();
    const siteOwners = { id: host.id, contactIds: [contact.id], subject: "Umzug", text: "Guten Tag" };
    await admin.hostMove.send(siteOwners);
    expect(await informed(host.id)).toContain("Erika Mustersattel");
    expect(Object.keys(await whereIs(traces))).toEqual(
      expect.arrayContaining(["incident_entries", "channel_deliveries", "discovery_steps"]),
    );

    await admin.privacy.eraseSubject({ type: "contact", id: contact.id, name: "Erika Mustersattel" });

    expect(await whereIs(traces)).toEqual({});
    expect(await informed(host.id)).toContain(erasedName);
    const { entries } = await admin.incident.page({ id: letter.id });
    expect(entries.at(-1)?.text).toMatch(new RegExp(`: an ${erasedName} gesendet$`));
  });

  it("happens when one is deleted for good, and to all when a customer is deleted", async () => {
    const { id, title } = await aContactWithTraces();
    const officers = await admin.customer.list({ search: "Korn" });
    await admin.customer.update({ params: { id: officers.data[0]?.id as string }, body: { dataOfficerId: null } });
    await admin.contact.archive({ id });
    await admin.contact.delete({ id, title });
    expect(await whereIs(traces)).toEqual({});

    const gone = (await createRecord(admin, "customer", { name: "Gasthof Specht" })).id;
    await createRecord(admin, "contact", { customerId: gone, firstName: "Ottokar", lastName: "Zwirnbein" });
    await admin.customer.archive({ id: gone });
    await admin.customer.delete({ id: gone, title: "Gasthof Specht" });
    expect(await whereIs(/Zwirnbein|Ottokar/)).toEqual({});
  });

  it("is proposed for customers whose data need not be kept any more", async () => {
    const { id } = await createRecord(admin, "contact", { customerId, ...erika });
    expect(await admin.privacy.proposals({})).toEqual([]);
    await admin.customer.update({ params: { id: customerId }, body: { retentionUntil: "2026-11-19" } });
    expect(await admin.privacy.proposals({})).toEqual([
      {
        customer: { id: customerId, title: "Weingut Amsel" },
        retentionUntil: "2026-11-19",
        isArchived: false,
        contacts: [{ id, title: "Erika Mustersattel" }],
      },
    ]);
  });
});

describe("an export", () => {
  it("holds what is kept of a contact and of a holder, and is noted without their name", async () => {
    const { id } = await aContactWithTraces();
    const data = await admin.privacy.exportSubject({ type: "contact", id });
    expect(data.person).toMatchObject({ name: "Erika Mustersattel", emails: [erika.email] });
    expect(data.parts.map(({ title }) => title)).toEqual([
      "Ansprechpartner",
      "Verlauf",
      "Zeilen von Importen",
      "Datenschutzbeauftragte Person",
    ]);
    const noted = await office.services.db
      .selectFrom("changes")
      .select("afterJson")
      .where("kind", "=", "setting.subject-exported")
      .execute();
    expect(noted).toEqual([{ afterJson: JSON.stringify({ type: "contact", id }) }]);
  });
});

describe("erasing the holder of domains", () => {
  it("takes who they were off all their domains, which stay", async () => {
    const holder = { holderName: "Gisela Kranichfeld", holderEmail: "gisela@kranichfeld.example" };
    const one = await createRecord(admin, "domain", { name: "eins.example", ...holder, holderPhone: "+493055566677" });
    await createRecord(admin, "domain", { name: "zwei.example", ...holder });
    await createRecord(admin, "domain", { name: "drei.example", holderName: "Wer anders" });
    const subject = { type: "domain" as const, id: one.id };
    expect(await admin.privacy.findSubject(subject)).toEqual({
      ...subject,
      name: "Gisela Kranichfeld",
      domains: ["eins.example", "zwei.example"],
    });
    const data = await admin.privacy.exportSubject(subject);
    expect(JSON.stringify(data.parts)).toContain("zwei.example");
    await admin.privacy.eraseSubject({ ...subject, name: "Gisela Kranichfeld" });
    expect(await whereIs(/Kranichfeld|gisela|55566677/i)).toEqual({});
    const left = await admin.domain.get({ id: one.id });
    expect(left.values).toMatchObject({ name: "eins.example", holderName: null, holderEmail: null });
    expect((await admin.privacy.erasures({})).map(({ type }) => type)).toEqual(["domain", "domain"]);
  });
});
