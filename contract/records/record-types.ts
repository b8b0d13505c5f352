/** Everything that is kept as a record: one router key, history subject and search result type each. */
export const recordTypes = [
  "website",
  "domain",
  "host",
  "customer",
  "device",
  "contact",
  "contract",
  "contractItem",
  "provider",
  "registrar",
  "registrarAccount",
  "deviceCategory",
  "location",
  "tag",
] as const;
export type RecordType = (typeof recordTypes)[number];

/** The five that have a list and pages of their own in the navigation. */
export const mainTypes = ["website", "domain", "host", "customer", "device"] as const satisfies readonly RecordType[];
export type MainType = (typeof mainTypes)[number];

export interface RecordKey {
  type: RecordType;
  id: string;
}
