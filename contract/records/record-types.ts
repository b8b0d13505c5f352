import { isOneOf } from "../narrowing.ts";
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
  "timeEntry",
  "provider",
  "registrar",
  "registrarAccount",
  "deviceCategory",
  "location",
  "tag",
  "page",
  "feedback",
  "incident",
] as const;
export type RecordType = (typeof recordTypes)[number];

/** The five that have a list and pages of their own in the navigation. */
export const mainTypes = ["website", "domain", "host", "customer", "device"] as const satisfies readonly RecordType[];
export type MainType = (typeof mainTypes)[number];

/** The types that have a list and pages of their own, whether or not the navigation names them. */
export const listTypes = [...mainTypes, "contract", "incident"] as const satisfies readonly RecordType[];
export type ListType = (typeof listTypes)[number];

/** Whether a type has a list of its own. */
export const isListType = (type: RecordType): type is ListType => isOneOf(listTypes, type);

/** The types that have pages of their own. */
export const pageTypes = [...listTypes, "page", "feedback"] as const satisfies readonly RecordType[];
export type PageType = (typeof pageTypes)[number];

export interface RecordKey {
  type: RecordType;
  id: string;
}

/** Which types show another type's names or counts, so that a change of one refreshes the lists of the others. */
export const shownBy: Record<RecordType, readonly RecordType[]> = {
  website: ["domain", "host", "customer", "contractItem"],
  domain: ["website", "customer", "registrarAccount", "contractItem"],
  host: ["website", "customer", "provider", "contractItem"],
  customer: ["website", "domain", "host", "device", "contact", "contract", "timeEntry"],
  device: ["customer", "location", "contractItem"],
  contact: ["customer"],
  contract: ["customer", "website", "contractItem"],
  timeEntry: ["customer"],
  contractItem: ["contract", "customer", "website", "domain", "host", "device"],
  provider: ["host", "domain"],
  registrar: ["registrarAccount", "domain"],
  registrarAccount: ["domain", "registrar"],
  deviceCategory: ["device"],
  location: ["device"],
  tag: ["website", "domain", "host", "customer", "device", "page", "feedback"],
  page: ["feedback"],
  feedback: [],
  incident: [],
};
