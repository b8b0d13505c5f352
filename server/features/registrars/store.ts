import { registrars as declaration } from "../../../contract/registrars.ts";
import type { RecordStore } from "../../records/store.ts";

export const registrars: RecordStore = { declaration, table: "registrars", unique: [["name"]] };
