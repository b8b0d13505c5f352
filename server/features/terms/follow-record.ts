import { completeTerm } from "../../../contract/terms/complete-term.ts";
import {
  decisionOf,
  isLeaving,
  type KnownPeriod,
  type RecordTerm,
  recordTerm,
} from "../../../contract/terms/record-term.ts";
import type { Certainty, TermSource } from "../../../contract/terms/sources.ts";
import { indexOf, type Period, periodOf, type TermState } from "../../../contract/terms/term.ts";
import type { TermFields } from "../../../contract/terms/term-fields.ts";
import { type TermType, termFieldsOf } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { TermTable } from "../../db/tables/terms.ts";
import type { Tx } from "../../db/transact.ts";
import type { RecordStore, Values } from "../../records/store.ts";
import type { Stored } from "../../records/stored.ts";
import { termOrigin } from "./origin.ts";
import { notePrices } from "./price-rows.ts";
import { type PeriodFacts, pastPeriods, readLastRow, type TermTarget, writePeriods } from "./term-rows.ts";

/** What the last row of a term says to whoever calculates with it. */
export const knownOf = (row: TermTable | undefined): KnownPeriod | undefined =>
  row && { anchorOn: row.anchorOn, anchorMonths: row.anchorMonths, toOn: row.toOn };

/** A record's values with what follows from its term; for `RecordStore.complete`. */
export async function completeTermOf(
  tx: Tx,
  type: TermType,
  values: Values,
  before: Pick<Stored, "id" | "values"> | undefined,
): Promise<Values> {
  const known = before && knownOf(await readLastRow(tx.db, { type, id: before.id }));
  const edit = { values, before: before?.values, today: portalDate(tx.now()), known };
  return { ...values, ...completeTerm(termFieldsOf(type), edit) };
}

/** The hooks by which a store keeps the periods and prices of its records. */
export function termHooks(type: TermType): Pick<RecordStore, "afterCreate" | "afterUpdate" | "beforeErase"> {
  return {
    afterCreate: (tx, _ctx, { id, values }) => followRecord(tx, { type, id }, values, undefined),
    async afterUpdate(tx, _ctx, { id, values, before }) {
      await notePrices(tx, { type, id }, { values, before: before.values });
      await followRecord(tx, { type, id }, values, before.values);
    },
    async beforeErase(tx, _ctx, { id }) {
      // The database keeps the periods of a record for as long as that is there.
      tx.beforeCommit(`erase-terms:${type}:${id}`, async () => {
        for (const table of ["terms", "priceChanges"] as const)
          await tx.db.deleteFrom(table).where("targetType", "=", type).where("targetId", "=", id).execute();
      });
    },
  };
}

/** Writes a row for the period that a record asks about, when it says something new of it. */
export async function followRecord(
  tx: Tx,
  target: TermTarget,
  values: Values,
  before: Values | undefined,
): Promise<void> {
  const fields = termFieldsOf(target.type);
  const today = portalDate(tx.now());
  const last = await readLastRow(tx.db, target);
  const term = recordTerm(fields, values, today, stillKnown(fields, values, last));
  if (!term) return;
  const { rule, state } = term;
  const { from, to, cancelBy } = periodOf(rule, state.asks);
  const effectiveOn = isLeaving(state.decision) ? state.endsOn : null;
  const { origin, decided } = whoDecided(tx, fields, { values, before });
  const isAsBefore = before !== undefined && before[fields.end] === values[fields.end];
  const source = isAsBefore && !origin.confirms ? undefined : origin.source;
  const said = originOf(target.type, { term, state, values, fields, source, ...(isAsBefore && { last }) });
  const isKnown =
    last?.outcome === "open" &&
    [last.fromOn, last.toOn, last.cancelBy, last.decision, last.effectiveOn].join() ===
      [from, to, cancelBy, state.decision, effectiveOn].join();
  // Too late to cancel it, the period that a source tells of is no longer the one that is asked about.
  const isPassed = origin.confirms === true && state.asks > state.index;
  if (isKnown && !isPassed && [last.source, last.certainty].join() === [said.source, said.certainty].join()) return;
  const written: PeriodFacts[] = last
    ? renewed(tx, fields, { term, last, values, before })
    : pastOf(fields, term, values);
  if (isPassed && source)
    written.push({ index: state.index, outcome: "renewed", decision: null, certainty: "certain", source });
  await writePeriods(tx, target, rule, [
    ...written,
    { index: state.asks, outcome: "open", decision: state.decision, effectiveOn, ...said, ...(decided && { decided }) },
  ]);
}

/** A row says nothing any more about a record whose end somebody moved elsewhere. */
function stillKnown(fields: TermFields, values: Values, last: TermTable | undefined): KnownPeriod | undefined {
  const known = knownOf(last);
  const end = values[fields.end];
  return known && typeof end === "string" && known.toOn < end ? { ...known, toOn: end } : known;
}

const startOf = (fields: TermFields, values: Values): string | undefined => {
  const start = fields.start && values[fields.start];
  return typeof start === "string" ? start : undefined;
};

/** A period of a record begins no earlier than the whole, whatever its end is counted from. */
export function sinceStart<Of extends Period>(fields: TermFields, values: Values, period: Of): Of {
  const start = startOf(fields, values);
  return start && period.from < start && start < period.to ? { ...period, from: start } : period;
}

/** What had passed before anybody wrote of it: calculated, and nobody knows what was decided. */
export function pastOf(fields: TermFields, { rule, state }: RecordTerm, values: Values): PeriodFacts[] {
  return pastPeriods(rule, startOf(fields, values), state.index).map((index) => ({
    index,
    from: sinceStart(fields, values, periodOf(rule, index)).from,
    outcome: "renewed",
    decision: null,
    certainty: "estimated",
    source: "computed",
  }));
}

interface Edited {
  term: RecordTerm;
  last: TermTable;
  values: Values;
  before: Values | undefined;
}

/** Whoever enters the end of a later period has renewed the ones before it; a registry that has one tells that it went on. */
function renewed(tx: Tx, fields: TermFields, { term, last, values, before }: Edited): PeriodFacts[] {
  const [was, is] = [before?.[fields.end], values[fields.end]];
  if (typeof was !== "string" || typeof is !== "string" || was >= is || isLeaving(decisionOf(fields, values)))
    return [];
  const index = indexOf(term.rule, was);
  if (index === undefined || last.outcome === "renewed") return [];
  const { reason = null, byName = null, source, confirms } = termOrigin(tx);
  if (source && confirms) return [{ index, outcome: "renewed", decision: last.decision, certainty: "certain", source }];
  return [
    {
      index,
      outcome: "renewed",
      decision: "keep",
      certainty: "certain",
      source: "manual",
      decided: { byId: byName ? null : (tx.actorId ?? null), byName, at: tx.now().toISOString(), reason },
    },
  ];
}

function whoDecided(tx: Tx, fields: TermFields, { values, before }: Pick<Edited, "values" | "before">) {
  const origin = termOrigin(tx);
  const changed = before ? before[fields.decision] !== values[fields.decision] : decisionOf(fields, values) !== "open";
  const isDecided = changed || origin.reason !== undefined;
  const byName = origin.byName ?? null;
  const byId = byName ? null : (tx.actorId ?? null);
  const decided = isDecided ? { byId, byName, at: tx.now().toISOString(), reason: origin.reason ?? null } : undefined;
  return { origin, decided };
}

interface Origin {
  term: RecordTerm;
  state: TermState;
  values: Values;
  fields: TermFields;
  source?: TermSource | undefined;
  /** The last row, where the entered end is as it was when that was written. */
  last?: Pick<TermTable, "toOn" | "source" | "certainty"> | undefined;
  /** Time has moved the end, and nobody entered it. */
  isRolled?: boolean;
}

/** How sure a date is, and by whom: entered, said by the agreement itself, or calculated from the one before. */
export function originOf(
  type: TermType,
  { term, state, values, fields, source, last, isRolled = false }: Origin,
): {
  certainty: Certainty;
  source: TermSource;
} {
  const isEntered = !isRolled && typeof values[fields.end] === "string" && state.asks === state.index;
  if (isEntered && !source && last && last.toOn === values[fields.end])
    return { certainty: last.certainty === "estimated" ? "estimated" : "certain", source: last.source };
  if (isEntered) return { certainty: "certain", source: source ?? "manual" };
  const isAgreed = type !== "domain" && term.isEntered;
  return isAgreed ? { certainty: "certain", source: "contract" } : { certainty: "estimated", source: "computed" };
}
