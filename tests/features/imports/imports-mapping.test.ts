import { beforeAll, describe, expect, it } from "vitest";
import { importableFields } from "../../../contract/imports/import-fields.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import { contentOf } from "../../../server/features/imports/cells/cell-content.ts";
import { findHeadingRow, knownHeadings } from "../../../server/features/imports/columns/headings.ts";
import { findPreset } from "../../../server/features/imports/columns/presets.ts";
import { proposeSettings } from "../../../server/features/imports/columns/proposals.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { importAll, importFile, openDraft } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";

const propose = (type: RecordType, headings: string[], samples: string[][] = []) =>
  proposeSettings(
    declarationOf(type),
    importableFields("admin", type),
    headings.map((heading, at) => ({ heading, samples: samples[at] ?? [] })),
  );

describe("proposals", () => {
  it("know labels, aliases and spellings", () => {
    const headings = ["Kd.-Nr.", "FIRMENNAME", "Strasse", "PLZ", "Ort", "Telefonnumer", "E-Mail", "Unbekanntes"];
    expect(propose("customer", headings).settings.columns).toEqual([
      "number",
      "name",
      "billingStreet",
      "billingZip",
      "billingCity",
      "phone",
      "email",
      null,
    ]);
  });

  it("give every field at most one column, the better one", () => {
    expect(propose("website", ["Webseite", "URL", "Name"]).settings.columns).toEqual([null, "url", "name"]);
  });

  it("read a plain list of addresses by what it holds", () => {
    expect(propose("website", [""], [["www.amsel.example", "https://boehm.example"]]).settings.columns).toEqual([
      "url",
    ]);
    expect(propose("domain", [""], [["amsel.example", "boehm.example"]]).settings.columns).toEqual(["name"]);
    expect(propose("customer", [""], [["Weingut Amsel"]]).settings.columns).toEqual(["name"]);
  });

  it("find the fields of each type by their own labels", () => {
    for (const type of recordTypes) {
      const fields = importableFields("admin", type);
      const { settings } = propose(
        type,
        fields.map(([, { label }]) => label),
      );
      expect(settings.columns, type).toEqual(fields.map(([name]) => name));
    }
  });
});

describe("the headings", () => {
  const find = (type: RecordType, rows: string[][]) =>
    findHeadingRow(
      rows.map((cells) => ({ cells })),
      knownHeadings(declarationOf(type)),
    );

  it("are found below what exports write above them", () => {
    expect(find("customer", [["Export vom 20.11.2026"], ["Firma", "Ort"], ["Böhm", "Köln"]])).toBe(1);
  });

  it("are missing where the list begins at once", () => {
    expect(find("website", [["https://amsel.example"], ["https://boehm.example"]])).toBeUndefined();
    expect(
      find("customer", [
        ["Böhm", "info@boehm.example"],
        ["Amsel", "info@amsel.example"],
      ]),
    ).toBeUndefined();
  });

  it("are known by the rows below them where they are all unknown", () => {
    expect(
      find("customer", [
        ["Spalte eins", "Wert"],
        ["Böhm", "info@boehm.example"],
      ]),
    ).toBe(0);
  });
});

describe("contents", () => {
  const { priceCents, purchasedAt, warrantyMonths, notes } = declarationOf("device").fields;
  const read = (cell: string | number, field: typeof priceCents, english = false) =>
    contentOf(cell, field as never, "x", { dates: english ? "mdy" : "dmy", decimals: english ? "point" : "comma" });

  it.each([
    ["1.234,50 €", false, "1234,50"],
    ["1,234.50", true, "1234,50"],
    ["$1,234", true, "1234"],
    ["1.234", false, "1234"],
    ["349.50", false, "349,50"],
    [1234.5, false, "1234,5"],
    [0.1 + 0.2, false, "0,3"],
  ] as const)("read %j as an amount (English: %s)", (cell, english, expected) => {
    expect(read(cell, priceCents, english)).toBe(expected);
  });

  it.each([
    ["2025-03-14 00:00:00", false, "2025-03-14"],
    ["03/14/2025", true, "2025-03-14"],
    ["14/03/2025", false, "2025-03-14"],
    ["03/14/2025", false, "2025-03-14"],
    ["14.3.25", false, "2025-03-14"],
    ["Mar 14, 2025", true, "2025-03-14"],
    [45730, false, "2025-03-14"],
  ] as const)("read %j as a date (month first: %s)", (cell, english, expected) => {
    expect(read(cell, purchasedAt, english)).toBe(expected);
  });

  it("leave units and signs of nothing away", () => {
    expect(read("36 months", warrantyMonths)).toBe("36");
    expect(read("n/a", warrantyMonths)).toBe("");
    expect(read("'=HYPERLINK(1)", notes)).toBe("=HYPERLINK(1)");
    expect(read("'n Abend", notes)).toBe("'n Abend");
  });

  it("complete addresses without a scheme, and leave those of other schemes to be refused", () => {
    const { url } = declarationOf("website").fields;
    expect(read("www.amsel.example/shop", url)).toBe("https://www.amsel.example/shop");
    expect(read("localhost.example:8080", url)).toBe("https://localhost.example:8080");
    expect(read("javascript:alert(1)", url)).toBe("javascript:alert(1)");
  });
});

describe("exports of other programs", () => {
  let office: Office;
  let jana: Person;
  beforeAll(async () => {
    office = await openOffice();
    jana = await office.hire({ role: "maintainer" });
  });

  it.each(["snipe-it", "domainmod", "mainwp"])("of %s map to fields that exist", (key) => {
    const preset = findPreset(key);
    const names = new Set(importableFields("admin", preset?.type ?? "tag").map(([name]) => name));
    const used = Object.values(preset?.columns ?? {}).filter((name) => name !== null);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  it("of Snipe-IT become devices with category, place, state and price", async () => {
    const { api, checked, view } = await importAll(office, jana, { type: "device", bytes: importFile("snipe-it.csv") });
    expect(checked).toMatchObject({ preset: "Snipe-IT", counts: { created: 3, failed: 0 } });
    expect(view.counts.created).toBe(3);
    const { data } = await api.device.list({ orderBy: [{ field: "assetTag" }] });
    expect(data.map(({ values }) => [values.assetTag, values.status, values.priceCents, values.purchasedAt])).toEqual([
      ["LAP-0001", "issued", 123_400, "2025-03-14"],
      ["LAP-0002", "available", 123_400, "2025-03-14"],
      ["TAB-0009", "retired", 34_950, "2019-12-01"],
    ]);
    expect(data[0]?.values).toMatchObject({
      locationId: { label: "Büro Berlin" },
      categoryId: { label: "Notebook" },
      warrantyMonths: 36,
      notes: "Mit Dock, zwei Netzteilen\n\nChecked Out To: Anna Reuter",
    });
    expect(data[1]?.title).toBe("Nova Nova Book 14");
  });

  it("of DomainMOD become domains below their preamble, with account and holder", async () => {
    const { api, draft, view } = await importAll(office, jana, { type: "domain", bytes: importFile("domainmod.csv") });
    expect(draft).toMatchObject({ preset: "DomainMOD", headerRow: 6 });
    expect(view.counts).toMatchObject({ created: 2, failed: 0 });
    const { data } = await api.domain.list({ orderBy: [{ field: "renewsAt" }] });
    expect(data.map(({ title, values }) => [title, values.autoRenew, values.costCents])).toEqual([
      ["weingut-amsel.example", true, 1450],
      ["bäcker.example", false, 1450],
    ]);
    expect(data[0]?.values).toMatchObject({
      registrarAccountId: { label: "Namenshof, Agentur (agentur-1)" },
      holderName: "Weingut Amsel",
    });
    expect((await api.registrar.list({})).data.map(({ title }) => title)).toEqual(["Namenshof"]);
    expect((await api.registrarAccount.list({})).totalItems).toBe(1);
  });

  it("of MainWP become websites, and no password is taken over", async () => {
    const { api, id, draft, view } = await importAll(office, jana, {
      type: "website",
      bytes: importFile("mainwp.csv"),
    });
    expect(draft.preset).toBe("MainWP");
    expect(draft.settings.columns).toEqual(["name", "url", null, "tags", null, null, null, null, null]);
    expect(view.counts).toMatchObject({ created: 2, failed: 0 });
    const { data } = await api.website.list({ orderBy: [{ field: "name" }] });
    expect(data[1]?.values).toMatchObject({
      name: "Weingut Amsel",
      url: "https://www.weingut-amsel.example",
      tags: [{ name: "Kunden" }, { name: "WordPress" }],
    });
    expect((await api.import.rows({ id })).totalItems).toBe(2);
  });

  it("are nothing special for another type of record", async () => {
    expect(
      (await openDraft(office, jana, { type: "customer", bytes: importFile("mainwp.csv") })).draft.preset,
    ).toBeNull();
  });
});
