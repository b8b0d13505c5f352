import { sql } from "kysely";
import { pages as declaration } from "../../../contract/pages.ts";
import type { RecordStore } from "../../records/store.ts";

export const pages: RecordStore = {
  declaration,
  table: "pages",
  derived: {
    views: () => sql`0`,
    backlinks: () => sql`0`,
    hasFiles: () => sql`exists (select 1 from files where files.owner = 'page:' || record.id)`,
  },
};
