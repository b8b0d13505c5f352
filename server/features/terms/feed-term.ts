import { isDeepStrictEqual } from "node:util";
import { decisionOf, isLeaving } from "../../../contract/terms/record-term.ts";
import { mayReplace, type TermSource } from "../../../contract/terms/sources.ts";
import { termFieldsOf } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import type { Tx } from "../../db/transact.ts";
import { storeOf } from "../../records/registry.ts";
import type { Values } from "../../records/store.ts";
import { readStored } from "../../records/stored.ts";
import { completeTermOf, followRecord } from "./follow-record.ts";
import { setTermOrigin } from "./origin.ts";
import type { TermTarget } from "./term-rows.ts";
import { writeUnattended } from "./write-unattended.ts";

/** What a registry or a registrar says of how something runs; null for what it does not say. */
export interface FedTerm {
  start: string | null;
  end: string | null;
  autoRenew?: boolean | null;
}

/**
 * Brings the dates of a source into the term of a record. Fills what is empty and moves what was calculated or came from a
 * source that is no better; a day that somebody entered by hand stays, and so does what is cancelled. A day that is over
 * is no date to wait for. Whose day it is also says whether it renews. Where a known date only became certain, the record
 * itself stays as it was; returns whether the term is otherwise.
 */
export async function feedTerm(tx: Tx, target: TermTarget, source: TermSource, fed: FedTerm): Promise<boolean> {
  const { type, id } = target;
  const fields = termFieldsOf(type);
  const stored = await readStored(tx.db, storeOf(type), id);
  if (!stored || stored.archivedAt || !fields.isRunning(stored.values)) return false;
  const { values } = stored;
  const given: Values = {};
  if (fields.start && fed.start && values[fields.start] === null) given[fields.start] = fed.start;
  const known = await knownSource(tx.db, target, values);
  const isFed = fed.end !== null && mayMove(tx, target, fed.end, { source, known, values });
  if (isFed) given[fields.end] = fed.end;
  const saysRenewal = isFed || (known === source && !isLeaving(decisionOf(fields, values)));
  if (saysRenewal && typeof fed.autoRenew === "boolean") given[fields.autoRenew] = fed.autoRenew;
  const isOtherwise = given[fields.autoRenew] !== undefined && given[fields.autoRenew] !== values[fields.autoRenew];
  const complete = await completeTermOf(tx, type, { ...values, ...given }, stored);
  const changed = Object.entries(complete).filter(([name, value]) => !isDeepStrictEqual(value, values[name]));
  if (changed.length > 0) await writeUnattended(tx, type, stored, Object.fromEntries(changed));
  if (!isFed && !isOtherwise) return false;
  setTermOrigin(tx, isFed ? { source, confirms: true } : { source });
  await followRecord(tx, target, complete, values);
  setTermOrigin(tx, {});
  return true;
}

/** Where the end comes from that a record has; undefined where it has none. */
async function knownSource(db: Db, target: TermTarget, values: Values): Promise<TermSource | undefined> {
  const stands = values[termFieldsOf(target.type).end];
  return typeof stands === "string" ? sourceOfEnd(db, target, stands) : undefined;
}

interface Known {
  source: TermSource;
  known: TermSource | undefined;
  values: Values;
}

function mayMove(tx: Tx, target: TermTarget, end: string, { source, known, values }: Known): boolean {
  const fields = termFieldsOf(target.type);
  if (end < portalDate(tx.now()) || isLeaving(decisionOf(fields, values))) return false;
  if (known === undefined) return true;
  return known !== "manual" && mayReplace(source, known) && (known !== source || values[fields.end] !== end);
}

/** Where the end of a record comes from; what nobody wrote of was entered by hand. */
export async function sourceOfEnd(db: Db, { type, id }: TermTarget, end: string): Promise<TermSource> {
  const row = await db
    .selectFrom("terms")
    .select("source")
    .where("targetType", "=", type)
    .where("targetId", "=", id)
    .where("toOn", "=", end)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.source ?? "manual";
}
