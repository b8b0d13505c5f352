import { tags as declaration } from "../../../contract/tags.ts";
import type { RecordStore } from "../../records/store.ts";

export const tags: RecordStore = { declaration, table: "tags", unique: [["name"]] };
