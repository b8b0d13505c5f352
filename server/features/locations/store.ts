import { locations as declaration } from "../../../contract/locations.ts";
import type { RecordStore } from "../../records/store.ts";

export const locations: RecordStore = { declaration, table: "locations", unique: [["name"]] };
