import { beforeEach, describe, expect, it } from "vitest";
import type { RowProblem } from "../../../contract/imports/imports.ts";
import { countryText } from "../../../server/features/imports/cells/countries.ts";
import { readPhoneCell } from "../../../server/features/imports/cells/phone-cell.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { checkFile, importAll, openDraft } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let jana: Person;
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer", name: "Jana Petersen" });
});

describe("the dates of a column", () => {
  const lines = ["03/04/2026", "11/12/2026", "05/14/2026", "06/30/2026", "2026-09-10", "31/12/2026"];
  const bytes = `Inventarnr.;Bezeichnung;Kategorie;Standort;Gekauft am;Garantie bis\n${lines
    .map((date, at) => `G-${at};Gerät ${at};Messgerät;Büro;${date};${at === 5 ? "" : `0${at + 1}.02.2030`}`)
    .join("\n")}\n`;
  const settings = { createMissing: ["categoryId", "locationId"] };

  it("have one order, found in all rows, and a cell that contradicts it is a problem", async () => {
    const { api, id, draft, view } = await importAll(office, jana, { type: "device", bytes, settings });
    expect(draft.columns[4]).toMatchObject({ heading: "Gekauft am", dates: "mdy" });
    expect(draft.settings.dateOrders).toEqual({ purchasedAt: "mdy" });
    expect(view.counts).toMatchObject({ created: 5, failed: 1 });
    const { data } = await api.device.list({ orderBy: [{ field: "assetTag" }] });
    const dates = data.map(({ values }) => [values.purchasedAt, values.warrantyUntil]);
    expect(dates).toEqual([
      ["2026-03-04", "2030-02-01"],
      ["2026-11-12", "2030-02-02"],
      ["2026-05-14", "2030-02-03"],
      ["2026-06-30", "2030-02-04"],
      ["2026-09-10", "2030-02-05"],
    ]);
    const [row] = (await api.import.rows({ id, results: ["failed"] })).data;
    expect(row?.problems).toEqual([
      {
        column: "Gekauft am",
        message: "In dieser Spalte steht der Monat zuerst; so gelesen gibt es das Datum nicht.",
      },
    ]);
  });

  it("are read in the other order where a person says so", async () => {
    const dateOrders = { purchasedAt: "dmy" as const };
    const { checked } = await checkFile(office, jana, { type: "device", bytes, settings: { ...settings, dateOrders } });
    expect(checked.counts).toMatchObject({ created: 4, failed: 2 });
  });
});

describe("a cell that does not fit", () => {
  const bytes = "Firma;E-Mail;PLZ;Land;Art;Notizen\nBöhm;kaputt;D-1;Germany;Unternehmen;Alt\nAmsel;;;;Verein;\n";

  it("costs the row, unless the field may stay empty and the content goes to the notes", async () => {
    const first = await checkFile(office, jana, { type: "customer", bytes });
    expect(first.checked.counts).toMatchObject({ created: 1, failed: 1 });
    const unfit = { email: "toNotes", billingZip: "toNotes" } as const;
    const { api, id, view } = await importAll(office, jana, { type: "customer", bytes, settings: { unfit } });
    expect(view.counts).toMatchObject({ created: 2, failed: 0 });
    const { data } = await api.customer.list({ orderBy: [{ field: "name" }] });
    expect(data[1]?.values).toMatchObject({
      email: null,
      billingZip: null,
      billingCountry: "DE",
      notes: "Alt\n\nE-Mail: kaputt\n\nPLZ: D-1",
    });
    const [row] = (await api.import.rows({ id })).data;
    expect(row?.problems.map(({ column }: RowProblem) => column)).toEqual(["E-Mail", "PLZ"]);
    expect(row?.problems[0]?.message).toContain("Der Inhalt steht in den Notizen.");
    const again = await importAll(office, jana, { type: "customer", bytes, settings: { unfit } });
    expect(again.view.counts).toMatchObject({ unchanged: 2, updated: 0 });
  });

  it("still costs the row where the field is needed", async () => {
    const settings = { unfit: { url: "toNotes" } as const };
    const { checked } = await checkFile(office, jana, { type: "website", bytes: "Adresse\nkein Host\n", settings });
    expect(checked.counts).toMatchObject({ created: 0, failed: 1 });
  });
});

describe("values of a file", () => {
  const bytes =
    "Kundennummer;Firma;Status;Verantwortlich;Tags\nK-1;Böhm;Bestandskunde;JP;VIP\nK-2;Amsel;Aktiv;Jana Petersen;\n";

  it("that stand for nothing are named, and become what a table says, in the next import, too", async () => {
    const { checked } = await checkFile(office, jana, { type: "customer", bytes });
    expect(checked.unknown).toEqual([
      { field: "status", count: 1, values: [{ text: "Bestandskunde", rows: 1 }] },
      { field: "responsibleUserId", count: 1, values: [{ text: "JP", rows: 1 }] },
    ]);
    const values = { status: { bestandskunde: "active" }, responsibleUserId: { jp: jana.id }, tags: { vip: "" } };
    const { api, view } = await importAll(office, jana, { type: "customer", bytes, settings: { values } });
    expect(view.counts).toMatchObject({ created: 2, failed: 0 });
    const [first] = (await api.customer.list({ orderBy: [{ field: "number" }] })).data;
    expect(first?.values).toMatchObject({ status: "active", responsibleUserId: { id: jana.id }, tags: [] });
    const { draft } = await openDraft(office, jana, { type: "customer", bytes });
    expect(draft.settings.values).toEqual(values);
  });

  it("propose no field of choices or people when none of them fits", async () => {
    const { draft } = await openDraft(office, jana, {
      type: "customer",
      bytes: "Firma;Kundenart;Zuständig\nBöhm;A-Kunde;Müller\nAmsel;B-Kunde;Schulz\n",
    });
    expect(draft.settings.columns).toEqual(["name", null, null]);
  });
});

describe("telephone numbers and countries", () => {
  it.each([
    ["030 123456-12", "DE", "+493012345612", false],
    ["+49 30 123456 Durchwahl 12", "DE", "+493012345612", false],
    ["+1 212 555 0123 ext. 44", "DE", "+12125550123", true],
    ["(212) 555-0123", "US", "+12125550123", false],
    ["01 42 68 53 00", "FR", "+33142685300", false],
    ["0043 1 58858", "DE", "+43158858", false],
  ])("%s of %s is kept", (text, country, number, isShortened) => {
    expect(readPhoneCell(text, country)).toEqual({ number, isShortened });
  });

  it("what is no number goes to the notes and leaves the row alone", async () => {
    const bytes = "Firma;Telefon;Land\nBöhm;siehe Mail;DE\nSmith;(212) 555-0123 x9;USA\n";
    const { api, view } = await importAll(office, jana, { type: "customer", bytes });
    expect(view.counts).toMatchObject({ created: 2, failed: 0 });
    const { data } = await api.customer.list({ orderBy: [{ field: "name" }] });
    expect(data.map(({ values }) => [values.phone, values.notes])).toEqual([
      [null, "Telefon: siehe Mail"],
      ["+12125550123", "Telefon: (212) 555-0123 x9"],
    ]);
  });

  it.each([
    ["Germany", "DE"],
    ["AUT", "AT"],
    ["United Kingdom", "GB"],
    ["The Netherlands", "NL"],
    ["ZWE", "ZW"],
    ["MYT", "YT"],
    ["PRK", "KP"],
    ["Atlantis", "Atlantis"],
  ])("the country %s is %s", (text, code) => {
    expect(countryText(text)).toBe(code);
  });
});

describe("passwords and keys in columns", () => {
  const bytes =
    "Site Name,Url,Admin Name,Admin Password,HTTP Pass,Security ID,API-Token,Passport\nAmsel,https://amsel.example,admin,Geheim-123,Pass-456,Id-789,Token-012,offen\n";

  it("never reach the database, and cannot be mapped", async () => {
    const { api, id, draft } = await openDraft(office, jana, { type: "website", bytes });
    expect(draft.columns.map(({ isSecret }) => isSecret ?? false)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    const columns = draft.settings.columns.map((name, at) => (at === 4 ? "notes" : name));
    await expect(api.import.check({ id, settings: { ...draft.settings, columns } })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    const done = await importAll(office, jana, { type: "website", bytes });
    expect(done.view.counts).toMatchObject({ created: 1 });
    for (const table of ["imports", "importRows", "changes", "websites"] as const) {
      const rows = JSON.stringify(await office.services.db.selectFrom(table).selectAll().execute());
      expect(rows).not.toMatch(/Geheim-123|Pass-456|Id-789|Token-012/);
    }
  });

  it("go with the uploaded file when the import ends, and after a day", async () => {
    const { removeOldImports } = await import("../../../server/features/imports/old-imports.ts");
    const keys = async () =>
      (await office.services.db.selectFrom("files").select("key").execute()).map(({ key }) => key);
    const stored = async () => {
      const found: string[] = [];
      for await (const { key } of office.services.uploads.store.list()) found.push(key);
      return found;
    };
    await importAll(office, jana, { type: "website", bytes });
    expect([await keys(), await stored()]).toEqual([[], []]);
    const { api, id, draft } = await openDraft(office, jana, { type: "website", bytes });
    office.advance(23 * 3_600_000);
    await removeOldImports(office.services);
    expect(await stored()).toHaveLength(1);
    office.advance(2 * 3_600_000);
    await removeOldImports(office.services);
    expect([await keys(), await stored()]).toEqual([[], []]);
    await expect(api.import.check({ id, settings: draft.settings })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });
});

it("the dry run says which columns replace how many values", async () => {
  const api = await office.as(jana);
  for (const [number, status] of [
    ["K-1", "active"],
    ["K-2", "active"],
    ["K-3", "dormant"],
  ] as const)
    await createRecord(api, "customer", { number, name: `Kunde ${number}`, status, phone: "+4930123456" });
  const bytes =
    "Kundennummer;Status;Telefon;Ort\nK-1;Ruhend;+49 30 123456;Köln\nK-2;Ehemalig;;Bonn\nK-3;Ruhend;+49 30 999;\nK-4;Aktiv;;\n";
  const { checked } = await checkFile(office, jana, { type: "customer", bytes });
  expect(checked.effects).toEqual([
    {
      field: "status",
      met: 3,
      replaced: 2,
      filled: 0,
      samples: [
        { before: "active", after: "dormant" },
        { before: "active", after: "former" },
      ],
    },
    {
      field: "phone",
      met: 2,
      replaced: 1,
      filled: 0,
      samples: [{ before: "+4930123456", after: "+4930999" }],
    },
    { field: "billingCity", met: 2, replaced: 0, filled: 2, samples: [] },
  ]);
});
