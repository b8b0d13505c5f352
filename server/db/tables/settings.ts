import type { Generated } from "kysely";
import type { RecordType } from "../../../contract/records/record-types.ts";

export interface SettingTables {
  settings: SettingTable;
  erasures: ErasureTable;
  wholeExports: WholeExportTable;
}

export interface SettingTable {
  section: string;
  valuesJson: string;
  /** By field: sealed text, when and by whom it was set. */
  secretsJson: Generated<string>;
  version: Generated<number>;
  updatedAt: string;
  updatedById: string | null;
}

/** The erased people by account, contact or domain; accounts stay as a place for what they have written. */
export interface ErasureTable {
  subjectType: "user" | RecordType;
  subjectId: string;
  at: string;
  byId: string | null;
}

/** An export of everything; its archive lies beside the database for a day. */
export interface WholeExportTable {
  id: string;
  state: "running" | "finished" | "failed";
  done: Generated<number>;
  total: Generated<number>;
  size: number | null;
  createdAt: string;
  finishedAt: string | null;
  startedById: string;
}
