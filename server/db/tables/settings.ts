import type { Generated } from "kysely";

export interface SettingTables {
  settings: SettingTable;
  erasures: ErasureTable;
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

/** The erased people; their accounts stay as a place for what they have written. */
export interface ErasureTable {
  userId: string;
  at: string;
  byId: string | null;
}
