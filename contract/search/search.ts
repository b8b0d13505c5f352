import { mainTypes } from "../records/record-types.ts";

/** What the search leads to; contacts and contracts are shown on the page of their customer. */
export const foundTypes = [...mainTypes, "page", "feedback", "incident", "contact", "contract", "user"] as const;
export type FoundType = (typeof foundTypes)[number];

/** Spec section 9. */
export const maxResults = 10;
export const maxRecents = 8;

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
  /** Where what was typed stands, when neither title nor note show it; a long text is not repeated. */
  matched?: { label: string; value: string | null };
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
