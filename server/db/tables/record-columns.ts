import type { Generated } from "kysely";

/** What every table of records has; lists in them are JSON text, dates `YYYY-MM-DD`, money whole cents. */
export interface RecordColumns {
  id: string;
  version: Generated<number>;
  createdAt: string;
  updatedAt: string;
  createdById: string | null;
  updatedById: string | null;
  archivedAt: string | null;
  title: string;
  /** The title as it is sorted and compared: lower case, without accents. */
  sortTitle: string;
}
