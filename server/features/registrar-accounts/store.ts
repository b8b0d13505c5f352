import { registrarAccounts as declaration } from "../../../contract/registrar-accounts.ts";
import type { RecordStore } from "../../records/store.ts";

export const registrarAccounts: RecordStore = { declaration, table: "registrarAccounts" };
