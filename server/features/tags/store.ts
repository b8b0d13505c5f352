import { sql } from "kysely";
import { tags as declaration } from "../../../contract/tags/tags.ts";
import type { RecordStore } from "../../records/store.ts";

export const tags: RecordStore = {
  declaration,
  table: "tags",
  unique: [["name"]],
  derived: { recordCount: () => sql`select count(*) from record_tags as other where other.tag_id = record.id` },
};
