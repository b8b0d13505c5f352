import type { RecordType } from "../../../contract/records/record-types.ts";

export type ValueType = "deviceCategory" | "location" | "provider" | "registrar" | "registrarAccount" | "tag";

export interface ListSection {
  key: string;
  label: string;
  types: readonly ValueType[];
}

/** What a team keeps once and chooses from everywhere else. */
export const listSections: readonly [ListSection, ...ListSection[]] = [
  { key: "categories", label: "Kategorien", types: ["deviceCategory"] },
  { key: "locations", label: "Standorte", types: ["location"] },
  { key: "providers", label: "Anbieter", types: ["provider"] },
  { key: "registrars", label: "Registrare", types: ["registrar", "registrarAccount"] },
  { key: "tags", label: "Tags", types: ["tag"] },
];

/** The section that a URL names; the first one otherwise. */
export function sectionOf(searchParams: URLSearchParams): ListSection {
  return listSections.find(({ key }) => key === searchParams.get("list")) ?? listSections[0];
}

interface Usage {
  /** The field that counts it. */
  count: string;
  one: string;
  many: string;
  /** The list that shows it, by the field that names the value. */
  shownBy?: { type: RecordType; field: string };
  /** Where what hangs on one is shown. */
  impactPath?: (id: string) => string;
}

export const usages: Record<ValueType, Usage> = {
  deviceCategory: devices("categoryId"),
  location: devices("locationId"),
  provider: {
    count: "hostCount",
    one: "Hoster",
    many: "Hoster",
    shownBy: { type: "host", field: "providerId" },
    impactPath: (id) => `/hosts/providers/${id}`,
  },
  registrar: { count: "accountCount", one: "Konto", many: "Konten" },
  registrarAccount: {
    count: "domainCount",
    one: "Domain",
    many: "Domains",
    shownBy: { type: "domain", field: "registrarAccountId" },
  },
  tag: { count: "recordCount", one: "Eintrag", many: "Einträge" },
};

function devices(field: string): Usage {
  return { count: "deviceCount", one: "Gerät", many: "Geräte", shownBy: { type: "device", field } };
}
