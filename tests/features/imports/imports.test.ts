import { beforeEach, describe, expect, it } from "vitest";
import { continueWork, drainImports, resumeImports } from "../../../server/features/imports/runs.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { checkFile, importAll, importFile, openDraft, storeFile } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal, refusalsOf } from "../../support/records/refusals.ts";

let office: Office;
let jana: Person;
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
});

/** 500 customers, every seventieth with an address that is none. */
const fiveHundred = () => {
  const lines = Array.from({ length: 500 }, (_, at) => {
    const email = at % 70 === 69 ? "kaputt" : `info${at}@kunde.example`;
    return `K-${at};Kunde ${at};${email};Bestand`;
  });
  return `Kundennummer;Firma;E-Mail;Tags\n${lines.join("\n")}\n`;
};

describe("who may import", () => {
  it("nobody who is not signed in, and nobody who only reads", async () => {
    const reader = await office.hire({ role: "readonly" });
    const stranger = (await office.as()).import.create({ type: "customer", fileKey: "x" });
    await expect(stranger).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const refused = (await office.as(reader)).import.create({ type: "customer", fileKey: "x" });
    await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect((await office.as(reader)).import.list({})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("sees one's own imports alone, and as an admin all", async () => {
    const anna = await office.hire({ role: "maintainer", name: "Anna Reuter" });
    const admin = await office.hire({ role: "admin" });
    const { id, draft } = await openDraft(office, jana, { type: "customer", bytes: "Firma\nBöhm\n" });
    const others = await office.as(anna);
    const calls = [
      others.import.get({ id }),
      others.import.rows({ id }),
      others.import.check({ id, settings: draft.settings }),
      others.import.start({ id }),
      others.import.cancel({ id }),
      others.import.undo({ id }),
      others.import.delete({ id }),
      others.import.reread({ id, reading: draft.reading, headerRow: 1 }),
      others.import.saveMapping({ id, name: "Meine", settings: draft.settings }),
    ];
    for (const refusal of await refusalsOf(calls)) expect(refusal).toMatchObject({ code: "NOT_FOUND" });
    expect((await others.import.list({})).totalItems).toBe(0);
    expect((await (await office.as(admin)).import.list({})).data).toMatchObject([{ id, createdBy: { id: jana.id } }]);
  });

  it("only with a file of one's own, of a kind that can be read, that belongs to nothing yet", async () => {
    const anna = await office.hire({ role: "member" });
    const api = await office.as(jana);
    const foreign = await storeFile(office, anna, "liste.csv", "Firma\nBöhm\n");
    const picture = await storeFile(office, jana, "logo.pdf", "kein Bild");
    const { draft } = await openDraft(office, jana, { type: "customer", bytes: "Firma\nBöhm\n" });
    const { fileKey } = await office.services.db
      .selectFrom("imports")
      .select("fileKey")
      .where("id", "=", draft.id)
      .executeTakeFirstOrThrow();
    for (const key of [foreign, picture, fileKey ?? "", "x"])
      await expect(api.import.create({ type: "customer", fileKey: key })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });

  it("not into fields that are hidden from one's role", async () => {
    const member = await office.hire({ role: "member" });
    const { api, id, draft } = await openDraft(office, member, {
      type: "domain",
      bytes: "Domain;Einkauf/Jahr;Inhaber\namsel.example;12,00;Amsel\n",
    });
    expect(draft.settings.columns).toEqual(["name", null, null]);
    for (const columns of [
      ["name", "costCents", null],
      ["name", null, "holderName"],
    ])
      await expect(api.import.check({ id, settings: { ...draft.settings, columns } })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
  });
});

describe("a step out of turn is refused", () => {
  it("to start before the dry run, to undo what did not run, and to begin, read anew or stop what has run", async () => {
    const { api, id, draft } = await openDraft(office, jana, { type: "customer", bytes: "Firma\nBöhm\n" });
    await expectRefusal(api.import.start({ id }), "PRECONDITION_FAILED");
    await expectRefusal(api.import.cancel({ id }), "PRECONDITION_FAILED");
    await expectRefusal(api.import.undo({ id }), "PRECONDITION_FAILED");
    const run = await importAll(office, jana, { type: "customer", bytes: "Firma\nAmsel\n" });
    await expectRefusal(api.import.start({ id: run.id }), "PRECONDITION_FAILED");
    await expectRefusal(api.import.cancel({ id: run.id }), "PRECONDITION_FAILED");
    await expectRefusal(api.import.check({ id: run.id, settings: draft.settings }), "PRECONDITION_FAILED");
    const reread = api.import.reread({ id: run.id, reading: draft.reading, headerRow: 1 });
    await expectRefusal(reread, "PRECONDITION_FAILED");
    expect((await api.customer.list({})).data.map(({ title }) => title)).toEqual(["Amsel"]);
  });

  it("to take away a mapping that is somebody else's", async () => {
    const { api, id, draft } = await openDraft(office, jana, { type: "customer", bytes: "Firma;X\nBöhm;y\n" });
    await api.import.saveMapping({ id, name: "Adressliste", settings: draft.settings });
    const kept = async () => (await api.import.get({ id })).mappings;
    const [mapping] = await kept();
    const other = await office.as(await office.hire({ role: "member" }));
    await expectRefusal(other.import.deleteMapping({ mappingId: mapping?.id ?? "" }), "NOT_FOUND");
    expect(await kept()).toHaveLength(1);
  });
});

describe("a mapping", () => {
  it.each([
    ["without any column", [null, null]],
    ["with one field twice", ["name", "name"]],
    ["with a field that does not exist", ["name", "password"]],
    ["with a field that the server fills", ["name", "websiteCount"]],
  ])("is refused %s", async (_case, columns) => {
    const { api, id, draft } = await openDraft(office, jana, { type: "customer", bytes: "Firma;X\nBöhm;y\n" });
    await expect(api.import.check({ id, settings: { ...draft.settings, columns } })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect((await api.import.get({ id })).state).toBe("draft");
  });

  it("is kept under a name and offered for the next file with these headings, in whatever order", async () => {
    const given = { type: "customer", bytes: "Wer;Wo\nBöhm;Köln\n" } as const;
    const { api, id, draft } = await openDraft(office, jana, given);
    await api.import.reread({ id, reading: draft.reading, headerRow: 1 });
    const settings = { ...draft.settings, columns: ["name", "billingCity"] };
    await api.import.saveMapping({ id, name: "Adressliste", settings });
    const next = await openDraft(office, jana, { type: "customer", bytes: "Nr;Wo;Wer\n1;Mainz;Amsel\n" });
    expect(next.draft.mappings).toMatchObject([
      { name: "Adressliste", settings: { columns: [null, "billingCity", "name"] } },
    ]);
    const other = await openDraft(office, jana, { type: "customer", bytes: "Wer;Wie\nBöhm;so\n" });
    expect(other.draft.mappings).toEqual([]);
    await api.import.deleteMapping({ mappingId: next.draft.mappings[0]?.id ?? "" });
    expect((await api.import.get({ id: next.id })).mappings).toEqual([]);
  });

  it("is proposed anew when the file is read in another way", async () => {
    const { api, id, draft } = await openDraft(office, jana, { type: "customer", bytes: importFile("kunden.csv") });
    expect(draft.reading.encoding).toBe("windows-1252");
    await api.import.reread({ id, reading: { ...draft.reading, delimiter: "," }, headerRow: null });
    expect(await api.import.get({ id })).toMatchObject({ headerRow: null, reading: { delimiter: "," }, totalRows: 4 });
  });
});

describe("an import", () => {
  it("takes over 493 of 500 rows and names the column of each of the 7 others", async () => {
    const { api, id, checked, view } = await importAll(office, jana, { type: "customer", bytes: fiveHundred() });
    expect(checked.counts).toMatchObject({ created: 493, failed: 7 });
    expect(checked.missing).toEqual([{ field: "tags", count: 1, samples: ["Bestand"] }]);
    expect(view).toMatchObject({ state: "finished", counts: { created: 493, updated: 0, failed: 7 }, canUndo: true });
    const failed = await api.import.rows({ id, results: ["failed"] });
    expect(failed.data[0]).toMatchObject({
      number: 71,
      title: "Kunde 69",
      problems: [{ column: "E-Mail", message: "Keine gültige E-Mail-Adresse." }],
    });
    expect(failed.totalItems).toBe(7);
    expect((await api.customer.list({})).totalItems).toBe(493);
    expect((await api.tag.list({})).totalItems).toBe(1);
  });

  it("leaves history like every other change, and a handful of live events", async () => {
    office.signals.length = 0;
    const { id } = await importAll(office, jana, {
      type: "website",
      bytes: "Adresse\nwww.amsel.example\nboehm.example\n",
    });
    const { db } = office.services;
    const changes = await db.selectFrom("changes").select(["kind", "actorId"]).orderBy("id").execute();
    const kinds = changes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "website.created")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "domain.created")).toHaveLength(2);
    expect(kinds).toContain("import.started");
    expect(changes.every(({ actorId }) => actorId === jana.id)).toBe(true);
    expect(office.signals).toEqual([
      { event: "recordsChanged", payload: { records: { type: "domain", ids: [] } } },
      { event: "recordsChanged", payload: { records: { type: "website", ids: [] } } },
    ]);
    expect(id).toBeTruthy();
  });

  it("writes nothing at all while it is tried", async () => {
    office.signals.length = 0;
    const { api, checked } = await checkFile(office, jana, { type: "customer", bytes: fiveHundred() });
    expect(checked.state).toBe("checked");
    expect((await api.customer.list({})).totalItems).toBe(0);
    expect((await api.tag.list({})).totalItems).toBe(0);
    const numbers = await office.services.db.selectFrom("numberRanges").selectAll().execute();
    expect(numbers).toEqual([]);
    expect(office.signals).toEqual([]);
  });

  it("changes what it knows by its key, adds tags and leaves the rest alone", async () => {
    await importAll(office, jana, {
      type: "customer",
      bytes: "Kundennummer;Firma;Telefon;Tags\nK-7;Böhm;+49 30 123456;Alt\n",
    });
    const { api, id, checked } = await importAll(office, jana, {
      type: "customer",
      bytes: "Kundennummer;Firma;Telefon;Tags;Ort\nk-7;Böhm & Söhne;;Neu;Köln\nK-8;Amsel;;;Mainz\n",
    });
    expect(checked.counts).toMatchObject({ created: 1, updated: 1 });
    const row = (await api.import.rows({ id, results: ["updated"] })).data[0];
    expect(row?.changes).toContainEqual({ field: "name", before: "Böhm", after: "Böhm & Söhne" });
    const { data } = await api.customer.list({ orderBy: [{ field: "number" }] });
    expect(data).toHaveLength(2);
    expect(data[0]?.values).toMatchObject({ name: "Böhm & Söhne", phone: "+4930123456", billingCity: "Köln" });
    expect(data[0]?.values.tags).toMatchObject([{ name: "Alt" }, { name: "Neu" }]);
  });

  it("is unchanged the second time", async () => {
    await importAll(office, jana, { type: "customer", bytes: importFile("kunden.csv") });
    const { view } = await importAll(office, jana, { type: "customer", bytes: importFile("kunden.csv") });
    expect(view.counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(view.canUndo).toBe(false);
  });

  it("knows domains by their ACE form and addresses by their normal form", async () => {
    await importAll(office, jana, { type: "domain", bytes: "Domain\nbäcker.example\n" });
    const again = await importAll(office, jana, { type: "domain", bytes: "Domain\nXN--BCKER-GRA.example\n" });
    expect(again.view.counts).toMatchObject({ unchanged: 1, created: 0 });
    await importAll(office, jana, { type: "website", bytes: "Adresse\nhttps://amsel.example\n" });
    const site = await importAll(office, jana, { type: "website", bytes: "Adresse\nHTTPS://AMSEL.example:443/\n" });
    expect(site.view.counts).toMatchObject({ unchanged: 1, created: 0 });
  });

  it.each([
    ["create", { created: 1, skipped: 1, updated: 0 }],
    ["update", { created: 0, skipped: 1, updated: 1 }],
  ] as const)("in mode %s leaves the others out", async (mode, counts) => {
    await importAll(office, jana, { type: "customer", bytes: "Kundennummer;Firma\nK-1;Alt\n" });
    const bytes = "Kundennummer;Firma\nK-1;Neu\nK-2;Zweiter\n";
    const { view } = await importAll(office, jana, { type: "customer", bytes, settings: { mode } });
    expect(view.counts).toMatchObject(counts);
  });

  it("refuses a record that the file names twice, from the second time on", async () => {
    const bytes = "Kundennummer;Firma\nK-1;Böhm\nK-2;Amsel\nk-1;Böhm nochmal\n";
    const { api, id, view } = await importAll(office, jana, { type: "customer", bytes });
    expect(view.counts).toMatchObject({ created: 2, failed: 1 });
    const [row] = (await api.import.rows({ id, results: ["failed"] })).data;
    expect(row?.problems).toEqual([{ column: "Kundennummer", message: "Steht schon in Zeile 2 dieser Datei." }]);
  });

  it("refuses names that nobody carries, unless they are to be created", async () => {
    const bytes = "Adresse;Kunde\namsel.example;Weingut Amsel\nshop.example;weingut amsel\n";
    const refused = await checkFile(office, jana, { type: "website", bytes });
    expect(refused.checked.counts).toMatchObject({ created: 0, failed: 2 });
    const [row] = (await refused.api.import.rows({ id: refused.id })).data;
    expect(row?.problems).toEqual([{ column: "Kunde", message: "„Weingut Amsel“ gibt es nicht (Kunde)." }]);
    const settings = { createMissing: ["customerId"] };
    const { api, checked, view } = await importAll(office, jana, { type: "website", bytes, settings });
    expect(checked.missing).toEqual([{ field: "customerId", count: 1, samples: ["weingut amsel"] }]);
    expect(view.counts).toMatchObject({ created: 2, failed: 0 });
    expect((await api.customer.list({})).data.map(({ title }) => title)).toEqual(["Weingut Amsel"]);
  });

  it("goes on after a row that is refused only while it is written", async () => {
    const bytes = "Bezeichnung;Kategorie;Standort;Hersteller;Seriennummer;Inventarnummer\n";
    const rows = "A;Notebook;Büro;Nova;S-1;MT-1\nB;Notebook;Büro;Nova;S-1;MT-2\nC;Notebook;Büro;Nova;S-3;MT-3\n";
    const settings = { createMissing: ["categoryId", "locationId"] };
    const { api, id, view } = await importAll(office, jana, { type: "device", bytes: bytes + rows, settings });
    expect(view.counts).toMatchObject({ created: 2, failed: 1 });
    const [failed] = (await api.import.rows({ id, results: ["failed"] })).data;
    expect(failed?.problems[0]).toMatchObject({ column: "Seriennummer" });
    expect((await api.location.list({ search: "Büro" })).totalItems).toBe(1);
  });

  it("takes the failed rows of a result file once they are put right", async () => {
    const { id } = await importAll(office, jana, {
      type: "customer",
      bytes: "Firma;E-Mail;Telefon\nBöhm;kaputt;+49 30 123456\n",
    });
    const { openFailedRows } = await import("../../../server/features/imports/failed-rows.ts");
    const ctx = await office.contextOf(jana);
    const { filename, content } = await openFailedRows({ ...ctx, person: jana }, id);
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    const text = Buffer.concat(parts).toString();
    expect(filename).toBe("liste - Fehler.csv");
    expect(text).toBe(
      "\uFEFFFirma;E-Mail;Telefon;Fehler\r\nBöhm;kaputt;'+49 30 123456;E-Mail: Keine gültige E-Mail-Adresse.\r\n",
    );
    const fixed = text.replace("kaputt", "info@boehm.example");
    const { api, view } = await importAll(office, jana, { type: "customer", bytes: fixed });
    expect(view.counts).toMatchObject({ created: 1, failed: 0 });
    expect((await api.customer.list({})).data[0]?.values.phone).toBe("+4930123456");
  });
});

describe("an interrupted import", () => {
  it("goes on where the server stopped, without a row twice", async () => {
    const { api, id } = await checkFile(office, jana, { type: "customer", bytes: fiveHundred() });
    await api.import.start({ id });
    await drainImports(office.services, { stop: true });
    const stopped = await api.import.get({ id });
    expect(stopped.state).toBe("running");
    expect(stopped.progress.done).toBeLessThan(500);
    const { totalItems } = await api.customer.list({});
    expect(totalItems).toBe(stopped.counts.created);

    await drainImports(office.services);
    await resumeImports(office.services);
    await drainImports(office.services);
    expect(await api.import.get({ id })).toMatchObject({ state: "finished", counts: { created: 493, failed: 7 } });
    expect((await api.customer.list({})).totalItems).toBe(493);
  });

  it("goes on with its dry run where it was, and finds the same", async () => {
    const lines = Array.from(
      { length: 400 },
      (_, at) => `Seite ${at};https://seite-${at}.example;Kunde ${at % 90};Typ ${at % 7}`,
    );
    const bytes = `Name;URL;Kunde;Art\n${lines.join("\n")}\n`;
    const settings = {
      columns: ["name", "url", "customerId", "kind"],
      createMissing: ["customerId"],
      unfit: { kind: "toNotes" as const },
    };
    const whole = await checkFile(office, jana, { type: "website", bytes, settings });
    const cut = await openDraft(office, jana, { type: "website", bytes });
    await cut.api.import.check({ id: cut.id, settings: { ...cut.draft.settings, ...settings } });
    const { db } = office.services;
    const read = () => db.selectFrom("imports").selectAll().where("id", "=", cut.id).executeTakeFirstOrThrow();
    await expect.poll(async () => (await read()).doneRows, { interval: 1 }).toBeGreaterThan(0);
    await drainImports(office.services, { stop: true });
    const { doneRows, state } = await read();
    expect([state, doneRows > 0, doneRows < 400]).toEqual(["checking", true, true]);
    // What has been tried once is not tried again.
    await db
      .updateTable("importRows")
      .set({ cellsJson: JSON.stringify(["", "kaputt", "", ""]) })
      .where("importId", "=", cut.id)
      .where("rowNumber", "<=", doneRows + 1)
      .execute();
    await drainImports(office.services);
    await resumeImports(office.services);
    await drainImports(office.services);
    const found = await cut.api.import.get({ id: cut.id });
    const { counts, missing, unknown, effects } = whole.checked;
    expect(found).toMatchObject({ state: "checked", counts, missing, unknown, effects });
    expect(missing).toMatchObject([{ field: "customerId", count: 90 }]);
    expect(unknown).toMatchObject([{ field: "kind", count: 7, values: [{ rows: 58 }, {}, {}, {}, {}, {}, {}] }]);
    expect(await db.selectFrom("importFindings").selectAll().execute()).toEqual([]);
  });

  it("says so when its person may not import any more", async () => {
    const { api, id } = await checkFile(office, jana, { type: "customer", bytes: fiveHundred() });
    const { db } = office.services;
    await db.updateTable("imports").set({ state: "running" }).where("id", "=", id).execute();
    await db.updateTable("users").set({ role: "readonly" }).where("id", "=", jana.id).execute();
    continueWork(office.services, id);
    await drainImports(office.services);
    const row = await db.selectFrom("imports").select(["state", "problem"]).where("id", "=", id).executeTakeFirst();
    expect(row).toEqual({ state: "aborted", problem: expect.any(String) });
    expect((await api.customer.list({})).totalItems).toBe(0);
  });

  it("is aborted with what it has written when its person is locked in the middle", async () => {
    const { api, id } = await checkFile(office, jana, { type: "customer", bytes: fiveHundred() });
    await api.import.start({ id });
    const { db, now } = office.services;
    const row = () => db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await expect.poll(async () => (await row()).doneRows, { interval: 1 }).toBeGreaterThan(0);
    await db.updateTable("users").set({ deactivatedAt: now().toISOString() }).where("id", "=", jana.id).execute();
    await drainImports(office.services);
    const { state, problem, doneRows, createdCount } = await row();
    expect({ state, problem }).toEqual({
      state: "aborted",
      problem: expect.any(String),
    });
    expect(doneRows).toBeLessThan(500);
    expect((await db.selectFrom("customers").select("id").execute()).length).toBe(createdCount);
  });

  it("keeps what it has written when a person ends it, and can still be undone", async () => {
    const { api, id } = await checkFile(office, jana, { type: "customer", bytes: fiveHundred() });
    await api.import.start({ id });
    await api.import.cancel({ id });
    await drainImports(office.services);
    const view = await api.import.get({ id });
    expect(view.state).toBe("cancelled");
    expect((await api.customer.list({})).totalItems).toBe(view.counts.created);
    await expect(api.import.start({ id })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  });
});
