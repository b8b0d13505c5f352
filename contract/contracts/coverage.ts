import type { RecordType } from "../records/record-types.ts";

/** What a position of a contract can be about, and in which of its fields. */
export const coveredBy = {
  website: "websiteId",
  domain: "domainId",
  host: "hostId",
  device: "deviceId",
} as const satisfies Partial<Record<RecordType, string>>;
export type CoveredType = keyof typeof coveredBy;

/** How many things without a contract are named at most. */
export const maxUncovered = 100;

/** What a customer has that no contract of theirs names, of all kinds together in the order of `coveredBy`. */
export interface Uncovered {
  totalItems: number;
  items: { type: CoveredType; id: string; title: string }[];
}
