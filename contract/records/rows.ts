import type { Declaration } from "./declaration.ts";
import type { Fields, Input, InputOf, Output, OutputOf, Ref } from "./fields.ts";
import type { RecordType } from "./record-types.ts";

/** What the asking person may do with a record. */
export interface RecordAbilities {
  edit: boolean;
  archive: boolean;
  /** Only archived records can be deleted for good. */
  delete: boolean;
  /** Save over what somebody else has changed meanwhile. */
  overwrite: boolean;
}

/**
 * A record as lists and pages read it. Fields that the person may not see are absent from `values`. `RecordRow<typeof
 * websites>` is a record of that declaration; without one it can be of any type.
 */
export interface RecordRow<D = unknown> {
  id: string;
  type: RecordType;
  title: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
  createdBy: Ref | null;
  updatedBy: Ref | null;
  values: D extends Declaration<infer F> ? Partial<ValuesOf<F>> : Record<string, Output>;
  can: RecordAbilities;
}

/** Values to write, by field; what is absent stays as it is. */
export type RecordBody = Record<string, Input>;

/** The precise type of what a record of this declaration holds. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: OutputOf<F[Name]> };
export type BodyOf<F extends Fields> = { [Name in keyof F]?: InputOf<F[Name]> };

/** Reads a row by its declaration; fields that the person may not see are undefined at run time. */
export function valuesOf<F extends Fields>(_declaration: Declaration<F>, row: RecordRow): Partial<ValuesOf<F>> {
  return row.values as Partial<ValuesOf<F>>;
}

/** What a relation picker offers. */
export interface RecordOption extends Ref {
  note: string | null;
}

/** What somebody else changed since the version that an edit began with; shown beside what one wants to save. */
export interface RecordConflict {
  version: number;
  by: Ref | null;
  at: Date;
  fields: { field: string; before: unknown; theirs: unknown }[];
}
