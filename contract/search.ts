import { id } from "./lists.ts";
import { mainTypes } from "./records/record-types.ts";
import { z } from "./zod.ts";

/** What the search leads to; contacts and contracts are shown on the page of their customer. */
export const foundTypes = [...mainTypes, "contact", "contract", "user"] as const;
export type FoundType = (typeof foundTypes)[number];

/** Spec section 9. */
export const maxResults = 10;
export const maxRecents = 8;

export const findRecords = z.strictObject({
  query: z.string().trim().max(200).default(""),
  /** Only these; everything when absent. */
  types: z.array(z.enum(foundTypes)).min(1).max(foundTypes.length).optional(),
  limit: z.number().int().min(1).max(maxResults).default(maxResults),
});

export const touchRecent = z.strictObject({ type: z.enum(mainTypes), id });

export interface SearchHit {
  type: FoundType;
  id: string;
  title: string;
  /** Tells namesakes apart: an address, a number, the customer. */
  note: string | null;
  /** What state it is in, or its next date. */
  status: string | null;
  href: string;
  archived: boolean;
}

/** What can be done with an address that was typed. */
export interface SearchProposal {
  kind: "createWebsite" | "createDomain" | "hostsAtAddress";
  value: string;
  href: string;
}

export interface SearchAnswer {
  /** Best first. */
  hits: SearchHit[];
  proposals: SearchProposal[];
  /** What this person looked at last; only in the answer to an empty query. */
  recents: SearchHit[];
}
