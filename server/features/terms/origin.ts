import type { TermSource } from "../../../contract/terms/sources.ts";
import type { Tx } from "../../db/transact.ts";

/** Why and by whom a term is written, where that is not just the person of the transaction. */
export interface TermOrigin {
  /** Where an entered date comes from. */
  source?: TermSource;
  reason?: string | undefined;
  /** Who decided without an account, such as the customer. */
  byName?: string | undefined;
}

const origins = new WeakMap<Tx, TermOrigin>();

/** Says where what a transaction writes from now on comes from; the rows of terms keep it. Lives as long as the transaction. */
export function setTermOrigin(tx: Tx, origin: TermOrigin): void {
  origins.set(tx, origin);
}

export const termOrigin = (tx: Tx): TermOrigin => origins.get(tx) ?? {};
