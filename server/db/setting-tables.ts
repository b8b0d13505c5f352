import type { Generated } from "kysely";

export interface SettingTables {
  settings: SettingTable;
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
