import type { RecordType } from "../../contract/records/record-types.ts";
import type { RecordStore } from "./store.ts";

export type Stores = Readonly<Record<RecordType, RecordStore>>;

let registered: Stores | undefined;

/** Makes the stores of all record types known to what works on any of them; called once, where all features meet. */
export function registerStores(stores: Stores): void {
  registered = stores;
}

/** Every record type's store, for what works on all of them: search, import, export, relations. */
export function recordStores(): Stores {
  if (!registered) throw new Error("No record stores are registered; import server/features/register.ts first");
  return registered;
}

/** The store of one record type. */
export function storeOf(type: RecordType): RecordStore {
  return recordStores()[type];
}
