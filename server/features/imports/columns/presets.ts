import type { DateOrder, DecimalMark } from "../../../../contract/imports/imports.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { headingKey } from "./headings.ts";
import { mainWp, mainWpClients, mainWpCosts, mainWpUsers } from "./mainwp-presets.ts";
import { monitorPresets } from "./monitor-presets.ts";

/** An export of another program that is known by its headings. */
export interface Preset {
  key: string;
  name: string;
  type: RecordType;
  /** Headings of which at least `atLeast` stand in every such export; each entry lists its spellings. */
  marks: readonly (readonly string[])[];
  atLeast: number;
  /** The field of each heading; null keeps a column out that a look at its heading would take in. */
  columns: Readonly<Record<string, string | null>>;
  /** What contents mean, by field: the beginning of the content, without case, and what stands for it. */
  values?: Readonly<Record<string, readonly (readonly [content: string, value: string])[]>>;
  /** Which columns, joined, fill a field whose own column is empty, and what that says of other fields. */
  fallbacks?: readonly { field: string; headings: readonly string[]; sets?: Readonly<Record<string, string>> }[];
  dates: DateOrder;
  decimals: DecimalMark;
  createMissing: readonly string[];
  /** The column that says how a record is to be looked at, in the words of the portal's own settings. */
  setsUpChecks?: string;
}

/** Custom labels of an installation are read by their meta status, which these exports append. */
const snipeItStatus = [
  ["deployed", "issued"],
  ["ausgegeben", "issued"],
  ["ready to deploy", "available"],
  ["deployable", "available"],
  ["einsatzbereit", "available"],
  ["pending", "reserved"],
  ["out for repair", "repair"],
  ["broken", "retired"],
  ["lost", "missing"],
  ["undeployable", "retired"],
  ["archived", "retired"],
  ["archiviert", "retired"],
] as const;

const snipeIt: Preset = {
  key: "snipe-it",
  name: "Snipe-IT",
  type: "device",
  marks: [
    ["Asset Tag"],
    ["Asset Name"],
    ["Model"],
    ["Checked Out To", "Checked Out", "Username", "Type"],
    ["Purchase Cost", "Cost", "Purchased", "Purchase Date"],
    ["Status"],
    ["Default Location", "Requestable", "Checkouts", "Checkins", "EOL", "EOL Rate", "BYOD"],
    ["Expected Checkin Date", "Checkout Date", "Warranty Expires", "Order Number", "Model No.", "Next Audit Date"],
  ],
  atLeast: 4,
  columns: {
    "Asset Tag": "assetTag",
    "Asset Name": "name",
    Serial: "serial",
    Model: "model",
    "Model No.": "modelNo",
    "Model Number": "modelNo",
    Category: "categoryId",
    Manufacturer: "manufacturer",
    Status: "status",
    Location: "locationId",
    "Checked Out To": "assignedTo",
    "Checked Out": "notes",
    "Checkout Date": "assignedAt",
    "Expected Checkin Date": "expectedReturnAt",
    Username: "notes",
    Supplier: "supplier",
    "Purchase Date": "purchasedAt",
    Purchased: "purchasedAt",
    "Purchase Cost": "priceCents",
    Cost: "priceCents",
    "Order Number": "orderNo",
    Warranty: "warrantyMonths",
    "Warranty Expires": "warrantyUntil",
    "Last Audit": "lastAuditAt",
    "Next Audit Date": "nextAuditAt",
    Notes: "notes",
    Type: null,
    Title: null,
    ID: null,
    Company: null,
    "Default Location": null,
    "Current Value": null,
    "Created At": null,
    "Updated At": null,
  },
  values: { status: snipeItStatus },
  dates: "mdy",
  decimals: "point",
  createMissing: ["categoryId", "locationId", "tags"],
};

const domainMod: Preset = {
  key: "domainmod",
  name: "DomainMOD",
  type: "domain",
  marks: [
    ["Domain Status"],
    ["Expiry Date"],
    ["Renewal Fee", "Total Yearly Cost", "Initial Fee"],
    ["Domain"],
    ["DNS Profile"],
    ["Registrar Account"],
    ["Category Stakeholder", "WHOIS Status", "Creation Type"],
  ],
  atLeast: 5,
  columns: {
    Domain: "name",
    "Expiry Date": "renewsAt",
    "Renewal Fee": "costCents",
    "Renewal Status": "autoRenew",
    Registrar: null,
    "Registrar Account": "registrarAccountId",
    "DNS Profile": "dnsProviderId",
    Owner: "holderName",
    Category: "tags",
    Notes: "notes",
    Function: "notes",
    "Domain Status": null,
    "Initial Fee": null,
    "Transfer Fee": null,
    "Privacy Fee": null,
    "Misc Fee": null,
    "Total Yearly Cost": null,
    TLD: null,
    "WHOIS Status": null,
    Username: null,
    "IP Address Name": null,
    "IP Address": null,
    "IP Address rDNS": null,
    "Web Host": null,
    "Category Stakeholder": null,
    "Creation Type": null,
    "Created By": null,
    Inserted: null,
    Updated: null,
    "CUSTOM FIELDS": null,
  },
  values: {
    autoRenew: [
      ["auto", "Ja"],
      ["manual", "Nein"],
    ],
  },
  dates: "dmy",
  decimals: "point",
  createMissing: ["registrarAccountId", "dnsProviderId", "tags"],
};

/** Debtors and creditors; the name of a person stands in columns of its own. */
const datev: Preset = {
  key: "datev",
  name: "DATEV",
  type: "customer",
  marks: [
    ["Konto"],
    ["Name (Adressattyp Unternehmen)"],
    ["Adressattyp"],
    ["Kurzbezeichnung"],
    ["EU-UStID"],
    ["Diverse-Konto", "Geschäftspartnerbank", "Indiv. Feld 1"],
  ],
  atLeast: 4,
  columns: {
    Konto: "number",
    "Name (Adressattyp Unternehmen)": "name",
    Straße: "billingStreet",
    Postleitzahl: "billingZip",
    Ort: "billingCity",
    Land: "billingCountry",
    Telefon: "phone",
    "E-Mail": "email",
    Internet: "website",
    Steuernummer: "taxNo",
    Adressattyp: null,
    Kurzbezeichnung: null,
    Anrede: null,
    "EU-Land": null,
    "EU-UStID": null,
    "Name (Adressattyp natürl. Person)": null,
    "Vorname (Adressattyp natürl. Person)": null,
    "Name (Adressattyp keine Angabe)": null,
    Adressart: null,
    Zahlungsträger: null,
  },
  fallbacks: [
    {
      field: "name",
      headings: ["Vorname (Adressattyp natürl. Person)", "Name (Adressattyp natürl. Person)"],
      sets: { kind: "private" },
    },
    { field: "name", headings: ["Name (Adressattyp keine Angabe)"] },
  ],
  dates: "dmy",
  decimals: "comma",
  createMissing: [],
};

const presets: readonly Preset[] = [
  snipeIt,
  domainMod,
  mainWp,
  mainWpClients,
  mainWpCosts,
  mainWpUsers,
  datev,
  ...monitorPresets,
];

/** The known export that has these headings; undefined when it is none, or one of another record type. */
export function recognisePreset(type: RecordType, headings: readonly string[]): Preset | undefined {
  const present = new Set(headings.map(headingKey));
  return presets.find(
    ({ type: of, marks, atLeast }) =>
      of === type &&
      marks.filter((spellings) => spellings.some((one) => present.has(headingKey(one)))).length >= atLeast,
  );
}

export function findPreset(key: string | null): Preset | undefined {
  return presets.find((preset) => preset.key === key);
}

/** All headings of the known exports of a type, by which their line is found in a file. */
export function presetHeadings(type: RecordType): string[] {
  return presets
    .filter((preset) => preset.type === type)
    .flatMap(({ columns }) => Object.keys(columns).map(headingKey));
}
