import { deviceCategories as declaration } from "../../../contract/device-categories.ts";
import type { RecordStore } from "../../records/store.ts";

export const deviceCategories: RecordStore = { declaration, table: "deviceCategories", unique: [["name"]] };
