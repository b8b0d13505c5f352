import type { TermSource } from "../../../contract/terms/sources.ts";
import type { Tx } from "../../db/transact.ts";
import type { TermTarget } from "./term-rows.ts";

/** Why and by whom a term is written, where that is not just the person of the transaction. */
export interface TermOrigin {
  /** Where an entered date comes from. */
  source?: TermSource;
  /** The source says the date also where it stays as it was. */
  confirms?: true;
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

const renewals = new WeakMap<Tx, Set<string>>();

/** Notes that somebody renews a term within this transaction: its date was not corrected, however little it moves. */
export function noteRenewal(tx: Tx, { type, id }: TermTarget): void {
  renewals.set(tx, (renewals.get(tx) ?? new Set()).add(`${type}:${id}`));
}

export const isRenewal = (tx: Tx, { type, id }: { type: string; id: string }): boolean =>
  renewals.get(tx)?.has(`${type}:${id}`) ?? false;
