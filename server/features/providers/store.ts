import { providers as declaration } from "../../../contract/providers.ts";
import type { RecordStore } from "../../records/store.ts";

export const providers: RecordStore = { declaration, table: "providers", unique: [["name"]] };
