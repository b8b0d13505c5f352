import { type RecordTerm, recordTerm } from "../../../contract/terms/record-term.ts";
import { advance } from "../../../contract/terms/term.ts";
import { termFieldsOf } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored, type Stored } from "../../records/stored.ts";
import { knownOf } from "./follow-record.ts";
import { readLastRow, type TermTarget } from "./term-rows.ts";

export interface Running {
  stored: Stored;
  term: RecordTerm;
}

/** A record with its term as it stands today, without one where nobody entered its dates; undefined where it is gone. */
export async function findRunning(
  { db, now }: { db: Db; now(): Date },
  { type, id }: TermTarget,
): Promise<{ stored: Stored; term: RecordTerm | undefined } | undefined> {
  const stored = await readStored(db, storeOf(type), id);
  if (!stored) return undefined;
  const today = portalDate(now());
  const found = recordTerm(termFieldsOf(type), stored.values, today, knownOf(await readLastRow(db, { type, id })));
  return { stored, term: found && { ...found, state: advance(found.rule, found.state, today).state } };
}
