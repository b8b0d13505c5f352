import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { beforeEach, expect, it } from "vitest";
import { importableFields } from "../../../contract/imports/import-fields.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { proposeSettings } from "../../../server/features/imports/columns/proposals.ts";
import { readHead } from "../../../server/imports/file-thread.ts";
import { sheetEnd, sheetHead } from "../../../server/records/export/sheet-xml.ts";
import { sheetPath, workbookParts } from "../../../server/records/export/workbook-parts.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { checkFile, importAll, openDraft } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let jana: Person;
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
});

const propose = (type: RecordType, headings: string[]) =>
  proposeSettings(
    declarationOf(type),
    importableFields("admin", type),
    headings.map((heading) => ({ heading, samples: [] })),
  );

it("master data of DATEV open with their 254 columns below the preamble", async () => {
  const known = ["Konto", "Name (Adressattyp Unternehmen)", "Adressattyp", "Kurzbezeichnung", "EU-UStID"];
  const address = ["Straße", "Postleitzahl", "Ort", "Telefon", "E-Mail"];
  const headings = [...known, ...address, ...Array.from({ length: 244 }, (_, at) => `Indiv. Feld ${at + 1}`)];
  const row = [
    "10001",
    "Bäckerei Böhm",
    "2",
    "Böhm",
    "",
    "Mühlenstraße 3",
    "50667",
    "Köln",
    "0221 12345",
    "info@boehm.example",
  ];
  const lines = ['"EXTF";700;16;"Debitoren/Kreditoren";5;20261120;;"RE"', headings.join(";"), row.join(";")];
  const { api, draft, view } = await importAll(office, jana, {
    type: "customer",
    bytes: Buffer.from(`${lines.join("\r\n")}\r\n`, "latin1"),
  });
  expect(draft).toMatchObject({ preset: "DATEV", headerRow: 2, reading: { encoding: "windows-1252" } });
  expect(view.counts).toMatchObject({ created: 1, failed: 0 });
  expect((await api.customer.list({})).data[0]?.values).toMatchObject({
    number: "10001",
    name: "Bäckerei Böhm",
    billingStreet: "Mühlenstraße 3",
    phone: "+4922112345",
  });
});

it("people among the master data of DATEV are private customers by their two names", async () => {
  const headings =
    "Konto;Name (Adressattyp Unternehmen);Adressattyp;Kurzbezeichnung;EU-UStID;Name (Adressattyp natürl. Person);Vorname (Adressattyp natürl. Person);Name (Adressattyp keine Angabe)";
  const rows = ["10001;Böhm GmbH;2;;;;;", "10002;;1;;;Petersen;Jana;", "10003;;0;;;;;Sammelkonto"];
  const { api, view } = await importAll(office, jana, {
    type: "customer",
    bytes: `${headings}\n${rows.join("\n")}\n`,
  });
  expect(view.counts).toMatchObject({ created: 3, failed: 0 });
  const { data } = await api.customer.list({ orderBy: [{ field: "number" }] });
  expect(data.map(({ values }) => [values.name, values.kind])).toEqual([
    ["Böhm GmbH", "company"],
    ["Jana Petersen", "private"],
    ["Sammelkonto", "company"],
  ]);
});

it("contacts find their customer by a website, a domain and the domain of their mail", async () => {
  const api = await office.as(jana);
  const amsel = await createRecord(api, "customer", { name: "Weingut Amsel", website: "https://www.amsel.de/" });
  const boehm = await createRecord(api, "customer", { name: "Bäckerei Böhm", email: "info@boehm.de" });
  await createRecord(api, "customer", { name: "Privat", email: "jana@gmx.de" });
  await createRecord(api, "domain", { name: "boehm-brot.de", customerId: boehm.id });
  const lines = [
    "Nachname,E-Mail,Webseite",
    "Eins,eins@gmx.de,https://shop.amsel.de/kontakt",
    "Zwei,zwei@boehm.de,",
    "Drei,drei@gmx.de,boehm-brot.de",
    "Vier,vier@gmx.de,",
    "Fünf,fuenf@unbekannt.de,fremd.de",
  ];
  const { view, id } = await importAll(office, jana, { type: "contact", bytes: lines.join("\n") });
  expect(view.counts).toMatchObject({ created: 3, failed: 2 });
  const { data } = await api.contact.list({ orderBy: [{ field: "lastName" }] });
  expect(data.map(({ values }) => [values.lastName, (values.customerId as { id: string }).id])).toEqual([
    ["Drei", boehm.id],
    ["Eins", amsel.id],
    ["Zwei", boehm.id],
  ]);
  const rows = await api.import.rows({ id, results: ["failed"] });
  expect(rows.data.map(({ problems }) => problems.map(({ column }) => column))).toEqual([["Webseite"], ["Webseite"]]);
});

it("MainWP is known by its costs and by its users, too", async () => {
  const api = await office.as(jana);
  await createRecord(api, "customer", { name: "Weingut Amsel", website: "https://amsel.de/" });
  const costs = `Name,URL,Cost Type,Product Type,Price,Renewal Type,Last Renewal,Next Renewal,Clients
Elementor,https://elementor.com,Subscription,Plugin,59.00,yearly,2026-01-31,2027-01-31,Weingut Amsel
`;
  const bought = await importAll(office, jana, { type: "contract", bytes: costs });
  expect(bought.draft.preset).toBe("MainWP");
  expect(bought.view.counts).toMatchObject({ created: 1, failed: 0 });
  expect((await api.contract.list({})).data[0]?.values).toMatchObject({
    title: "Elementor",
    number: "Elementor",
    cycle: "yearly",
    priceCents: 5900,
    startAt: "2026-01-31",
  });
  const users = "Name,Username,E-mail,Roles,Posts,Website\nJana Petersen,jana,jana@gmx.de,administrator,3,amsel.de\n";
  const people = await importAll(office, jana, { type: "contact", bytes: users });
  expect(people.draft.preset).toBe("MainWP");
  expect(people.view.counts).toMatchObject({ created: 1, failed: 0 });
});

it("what stands above a table is never taken for a record", async () => {
  const table = "x1,y1,z1\nx2,y2,z2\n";
  for (const above of ["Auswertung vom 1.2.2026,,\n", "Auswertung\nvon Jana\n\n"]) {
    const { draft } = await openDraft(office, jana, { type: "customer", bytes: above + table });
    expect(draft.preview[0]?.cells).toEqual(["x1", "y1", "z1"]);
    expect(draft).toMatchObject({ headerRow: above.trim().split("\n").length, totalRows: 2 });
  }
});

it("a column called „Nummer“ is the number of customers", () => {
  expect(propose("customer", ["Nummer", "Name"]).settings.columns).toEqual(["number", "name"]);
});

it("Mac Roman is told from Windows-1252 by its German letters", async () => {
  const bytes = Buffer.from(
    [..."Name;Ort\nB"]
      .map((sign) => sign.charCodeAt(0))
      .concat(
        [0x9a],
        [..."hm;K"].map((sign) => sign.charCodeAt(0)),
        [0x9a],
        [..."ln\n"].map((sign) => sign.charCodeAt(0)),
      ),
  );
  const head = await readHead("text", bytes, {}, 20);
  expect(head.reading.encoding).toBe("macintosh");
  expect(head.rows[1]?.cells).toEqual(["Böhm", "Köln"]);
});

it("what a formula could not compute is a problem of its cell", async () => {
  const { api, id } = await checkFile(office, jana, {
    type: "customer",
    bytes: "Firma;Ort\nBöhm;#DIV/0!\n#BEZUG!;Köln\n",
  });
  const { data } = await api.import.rows({ id });
  expect(data.map(({ problems }) => problems[0])).toEqual([
    { column: "Ort", message: "Die Tabelle zeigt hier den Fehler #DIV/0!." },
    { column: "Firma", message: "Die Tabelle zeigt hier den Fehler #BEZUG!." },
  ]);
});

it("headings of English programs find their fields", () => {
  const contact = ["First Name", "Last Name", "Phone Number", "Mobile Phone Number", "Title"];
  expect(propose("contact", contact).settings.columns).toEqual([
    "firstName",
    "lastName",
    "phone",
    "mobile",
    "position",
  ]);
  expect(propose("customer", ["Company Name", "Street Address", "Phone Number"]).settings.columns).toEqual([
    "name",
    "billingStreet",
    "phone",
  ]);
  expect(propose("contractItem", ["Label", "QTY"]).settings.columns).toEqual(["label", "quantity"]);
  expect(propose("device", ["Asset Tag", "Description", "Item Name"]).settings.columns).toEqual([
    "assetTag",
    null,
    "name",
  ]);
});

it("Snipe-IT is known with other columns, and MainWP by its clients", async () => {
  const snipe = "Asset Tag,Serial,Model,Status,Warranty Expires\nA-1,S-1,Nova,Ready to Deploy,2027-01-31\n";
  expect((await openDraft(office, jana, { type: "device", bytes: snipe })).draft.preset).toBe("Snipe-IT");
  const clients = "Client Name,Client Email,Client Status\nAmsel,info@amsel.example,Active\n";
  expect((await openDraft(office, jana, { type: "customer", bytes: clients })).draft.preset).toBe("MainWP");
});

it("a workbook that begins with a chart is read by its next sheet", async () => {
  const parts = unzipSync(workbookOf("Kunden"));
  const text = (path: string) => strFromU8(parts[path] as Uint8Array);
  const chart =
    '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/>';
  const rels = "xl/_rels/workbook.xml.rels";
  const bytes = zipSync({
    ...parts,
    [rels]: strToU8(text(rels).replace("</Relationships>", `${chart}</Relationships>`)),
    "xl/workbook.xml": strToU8(
      text("xl/workbook.xml").replace("<sheets>", '<sheets><sheet name="Diagramm" sheetId="9" r:id="rId9"/>'),
    ),
    "xl/chartsheets/sheet1.xml": strToU8("<chartsheet/>"),
  });
  const head = await readHead("xlsx", Buffer.from(bytes), {}, 20);
  expect(head.sheets).toEqual(["Kunden"]);
  expect(head.rows[0]?.cells).toEqual(["Firma"]);
});

function workbookOf(name: string): Uint8Array {
  const columns = [{ field: { kind: "text", format: "plain", label: "Firma", max: 10 } as const }];
  const sheet = `${sheetHead(columns, [])}${sheetEnd(1, 1)}`;
  const parts = { ...workbookParts(name), [sheetPath]: sheet };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])));
}
