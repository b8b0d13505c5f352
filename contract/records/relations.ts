import type { RecordKey, RecordType } from "./record-types.ts";

export const relationsShown = 8;

/** A record beside another one. */
export interface RelatedRecord {
  id: string;
  title: string;
  /** The role of the link, or what the type says in a second line. */
  note: string | null;
  archived: boolean;
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
  label: string;
  count: number;
  fate: "deleted" | "detached";
}
