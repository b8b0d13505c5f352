import type { z } from "zod";
import type { BulkResult, BulkSelection } from "../../../contract/records/bulk.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { decisionOf, isLeaving } from "../../../contract/terms/record-term.ts";
import { endOfPeriod, type TermDecision } from "../../../contract/terms/term.ts";
import type * as contract from "../../../contract/terms/term-input.ts";
import { type TermType, termFieldsOf } from "../../../contract/terms/term-types.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { writeSelected } from "../../records/bulk.ts";
import { updateRecordIn, type Written } from "../../records/commands.ts";
import type { BulkContext } from "../../records/for-each-record.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { noteRenewal, setTermOrigin } from "./origin.ts";
import { findRunning, type Running } from "./running.ts";
import type { TermTarget } from "./term-rows.ts";

export type Decide = z.infer<typeof contract.decideTerm> & {
  /** Who decides without an account, such as the customer; the person of the context otherwise. */
  byName?: string;
};

/**
 * Decides what becomes of the next end of a contract, domain, host or leasing: „behalten“, „kündigen“, „abgeben“, or open
 * again. Writes the record with its history and a row of its terms; refused when the record is newer than `version`.
 */
export async function decide(ctx: RecordContext, input: Decide): Promise<Written> {
  const { version } = input;
  refuseUnversioned(ctx, version);
  return transact(ctx, (tx) => decideIn(tx, ctx, input));
}

/** The same within a transaction that is open already. */
export async function decideIn(tx: Tx, ctx: RecordContext, input: Decide): Promise<Written> {
  const { type, id, version, byName, reason } = input;
  setTermOrigin(tx, { reason, byName });
  const body = await decisionBody(tx, { type, id }, input);
  return updateRecordIn(tx, storeOf(type), ctx, { params: { id }, body, version });
}

/** Decides about many at once; each that is refused is told with its reason, and all can be taken back together. */
export async function decideMany(
  ctx: BulkContext,
  { type, selection, changeSet, ...decided }: z.infer<typeof contract.decideTerms>,
): Promise<BulkResult> {
  return writeEach(withChangeSet(ctx, changeSet), { type, selection, reason: decided.reason }, (tx, target) =>
    decisionBody(tx, target, decided),
  );
}

/** „Verlängert“: moves the end into the next period, or to a day; what was cancelled or has ended goes on. */
export async function renew(ctx: RecordContext, input: z.infer<typeof contract.renewTerm>): Promise<Written> {
  const { type, id, version, reason } = input;
  refuseUnversioned(ctx, version);
  return transact(ctx, async (tx) => {
    setTermOrigin(tx, { reason });
    const body = await renewalBody(tx, { type, id }, input.until);
    return updateRecordIn(tx, storeOf(type), ctx, { params: { id }, body, version });
  });
}

/** Renews many at once, each into its own next period. */
export async function renewMany(
  ctx: BulkContext,
  { type, selection, changeSet, until, reason }: z.infer<typeof contract.renewTerms>,
): Promise<BulkResult> {
  return writeEach(withChangeSet(ctx, changeSet), { type, selection, reason }, (tx, target) =>
    renewalBody(tx, target, until),
  );
}

/** The parts of one bulk command under the name that its sender gave it; nobody can name the work of somebody else. */
export function withChangeSet(ctx: BulkContext, changeSet: string | undefined): BulkContext {
  return changeSet === undefined ? ctx : { ...ctx, changeSet: `${ctx.person.id}:${changeSet}` };
}

interface Many {
  type: TermType;
  selection: BulkSelection;
  reason: string | undefined;
}

function writeEach(
  ctx: BulkContext,
  { type, selection, reason }: Many,
  bodyOf: (tx: Tx, target: TermTarget) => Promise<RecordBody>,
): Promise<BulkResult> {
  return writeSelected(storeOf(type), ctx, selection, (tx, id) => {
    setTermOrigin(tx, { reason });
    return bodyOf(tx, { type, id });
  });
}

/** Whoever may not overwrite says which version they saw. */
export function refuseUnversioned({ person }: RecordContext, version: number | undefined): void {
  if (version === undefined && !hasAbility(person.role, "overwriteRecords"))
    throw invalidField("version", "Version: Pflichtfeld.");
}

/** A record with its term as it stands today; refused where it has none. */
async function readRunning(tx: Tx, { type, id }: TermTarget): Promise<Running> {
  const found = await findRunning(tx, { type, id });
  if (!found) throw notFound();
  if (!found.term) {
    const label = storeOf(type).declaration.fields[termFieldsOf(type).end]?.label ?? "Ende";
    throw new Problem("precondition", { message: `Trage zuerst ein, wann die Laufzeit endet („${label}“).` });
  }
  return { ...found, term: found.term };
}

interface Decision {
  decision: TermDecision;
  effectiveOn?: string | undefined;
}

async function decisionBody(tx: Tx, target: TermTarget, { decision, effectiveOn }: Decision): Promise<RecordBody> {
  const fields = termFieldsOf(target.type);
  const field = storeOf(target.type).declaration.fields[fields.decision];
  if (field?.kind !== "choice" || !(decision in field.options))
    throw invalidField("decision", "Entscheidung: Das gibt es hier nicht.");
  if (effectiveOn !== undefined && !isLeaving(decision))
    throw invalidField("effectiveOn", "Ende: Ein Ende gibt es nur, wenn gekündigt oder abgegeben wird.");
  const { values } = (await readRunning(tx, target)).stored;
  const { status } = fields;
  if (status && values[status.name] === status.ended)
    throw new Problem("precondition", { message: "Das ist schon zu Ende. Mit „Verlängert“ geht es weiter." });
  return { [fields.decision]: decision, ...(effectiveOn && { [fields.endsOn ?? fields.end]: effectiveOn }) };
}

async function renewalBody(tx: Tx, target: TermTarget, until: string | undefined): Promise<RecordBody> {
  const fields = termFieldsOf(target.type);
  const { stored, term } = await readRunning(tx, target);
  const { values } = stored;
  const { rule, state } = term;
  const end = values[fields.end];
  const next = until ?? endOfPeriod(rule, state.index + 1);
  if (typeof end === "string" && next <= end)
    throw invalidField("until", "Verlängert bis: Der Tag liegt nicht nach dem bisherigen Ende.");
  noteRenewal(tx, target);
  const { status } = fields;
  return {
    [fields.end]: next,
    ...(isLeaving(decisionOf(fields, values)) && {
      [fields.decision]: "open",
      ...(fields.endsOn && { [fields.endsOn]: null }),
    }),
    ...(status && values[status.name] === status.ended && { [status.name]: status.running }),
  };
}
