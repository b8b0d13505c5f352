import type { CheckStatus } from "../checks/status.ts";
import { isOneOf } from "../narrowing.ts";
import type { RecordKey, RecordType } from "./record-types.ts";
import type { RecordBody } from "./rows.ts";

export const relationsShown = 8;

/** A record beside another one. */
export interface RelatedRecord {
  id: string;
  title: string;
  /** The role of the link, or what the type says in a second line. */
  note: string | null;
  archived: boolean;
  /** How it is doing, of what is watched; null for everything else. */
  status: CheckStatus | null;
  /** Where it is shown: its own page, or a tab of the record it belongs to; null for types without either. */
  page: (RecordKey & { tab: string | null }) | null;
}

/** Records of one type that are tied to a record through one field. */
export interface RelationGroup {
  /** Unique among the groups of a record. */
  key: string;
  label: string;
  type: RecordType;
  /** `out`: a field of the record itself names them. `in`: they name the record in a field of theirs. */
  direction: "out" | "in";
  field: string;
  totalItems: number;
  /** The first ones, by title. */
  items: RelatedRecord[];
}

/** How many records hang on one that is about to be deleted. */
export interface Dependents {
  /** In the singular where the count is 1. */
  label: string;
  count: number;
  fate: "deleted" | "detached";
}

/** What forms make beside their own record; pages and feedback come into being by commands of their own. */
export const madeInForms = [
  ...(["website", "domain", "host", "customer", "device", "contact", "contract", "provider"] as const),
  ...(["registrar", "registrarAccount", "deviceCategory", "location", "tag"] as const),
] as const satisfies readonly RecordType[];

export type MadeInForms = (typeof madeInForms)[number];

/** Whether a form may make a record of this type together with its own. */
export const isMadeInForms = (type: RecordType): type is MadeInForms => isOneOf(madeInForms, type);

/** A record that a form makes when it is saved. Until then its key stands where its id will be. */
export interface NewRelation {
  key: string;
  type: MadeInForms;
  /** May name the keys of those before it. */
  body: RecordBody;
}

/** What every key begins with, and no id does. */
export const newKeyPrefix = "new:";
