import { isKeyOf } from "../../../contract/narrowing.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { isLeaving, recordTerm } from "../../../contract/terms/record-term.ts";
import { certaintyLabels } from "../../../contract/terms/sources.ts";
import { advance, endOfPeriod, type Period, periodOf } from "../../../contract/terms/term.ts";
import { termFieldsOf } from "../../../contract/terms/term-types.ts";
import type { PriceChange, Timeline, TimelinePeriod } from "../../../contract/terms/timeline.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { lastWorkdayBy } from "../../../contract/time/work-calendar.ts";
import type { TermTable } from "../../db/tables/terms.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored } from "../../records/stored.ts";
import { knownOf, originOf, pastOf, sinceStart } from "./follow-record.ts";
import { listHanging } from "./hanging.ts";
import { readPrices, type TermTarget } from "./term-rows.ts";

/** How many periods to come a timeline names. */
const maxNext = 3;

/** How a record runs, period by period, the earliest first. Throws not_found. */
export async function readTimeline(ctx: RecordContext, target: TermTarget): Promise<Timeline> {
  const { type, id } = target;
  if (!(await isReadable(ctx.db, { type, id }, ctx.person))) throw notFound();
  const stored = await readStored(ctx.db, storeOf(type), id);
  if (!stored) throw notFound();
  const today = portalDate(ctx.now());
  const rows = await readRows(ctx, target);
  const fields = termFieldsOf(type);
  const known = rows.at(-1);
  const found = recordTerm(fields, stored.values, today, knownOf(known));
  const seesPrices = hasAbility(ctx.person.role, "seePrices");
  const hanging = await listHanging(ctx.db, target);
  const changes = seesPrices ? await readPriceChanges(ctx, target) : [];
  const about = { today, hanging, version: stored.version, ...(seesPrices && { prices: changes }) };
  if (!found) return { ...about, periods: [], endsOn: null, isOver: false };
  const term = { ...found, state: advance(found.rule, found.state, today).state };
  const { rule, state } = term;
  const runs = fields.isRunning(stored.values);
  const isOver = (state.endsOn !== null && state.endsOn < today) || !runs;
  const prices = await readPrices(ctx.db, target);
  const origin = { term, state, values: stored.values, fields, last: known };
  const computed = (index: number, phase: TimelinePeriod["phase"]): TimelinePeriod => ({
    ...pricesOf(periodOf(rule, index), changes, { today, prices }),
    phase,
    outcome: "open",
    decision: "open",
    effectiveOn: null,
    cancelByWorkday: null,
    ...(index === state.index
      ? originOf(type, { ...origin, state: { ...state, asks: index } })
      : originOf(type, origin)),
    decidedBy: null,
    decidedByName: null,
    decidedAt: null,
    reason: null,
  });
  const past: TimelinePeriod[] =
    rows.length > 0
      ? []
      : pastOf(fields, term, stored.values).map(({ index }) => ({
          ...computed(index, "past"),
          outcome: "renewed",
          decision: null,
          certainty: "estimated",
          source: "computed",
        }));
  const last = isOver
    ? state.index
    : isLeaving(state.decision)
      ? state.asks
      : Math.max(state.asks, state.index + maxNext);
  const coming = Array.from({ length: Math.max(1, last - state.index + 1) }, (_, ahead) => {
    const index = state.index + ahead;
    const isAsked = index === state.asks;
    const phase = ahead === 0 ? (isOver ? "past" : "now") : "next";
    return { ...computed(index, phase), ...(isAsked && { decision: state.decision, effectiveOn: state.endsOn }) };
  }).filter(({ from }) => state.endsOn === null || from <= state.endsOn);
  const current = endOfPeriod(rule, state.index);
  const written = mergeRows(rows, await readNames(ctx, rows));
  const before = written.filter(({ to, outcome }) => to < current && outcome !== "open");
  const all = [...past, ...before, ...coming.map((period) => withRow(period, written))];
  return {
    ...about,
    endsOn: state.endsOn,
    isOver,
    periods: all.map((period) => toShown(sinceStart(fields, stored.values, period), { today, seesPrices })),
  };
}

interface Now {
  today: string;
  prices: Pick<PriceChange, "priceCents" | "costCents">;
}

/** A period with the prices of the day on which it begins; those of today, unless they change until then. */
function pricesOf<Of extends Period>(period: Of, changes: readonly PriceChange[], { today, prices }: Now) {
  const next = changes.findLast(({ fromOn }) => fromOn > today && fromOn <= period.from) ?? prices;
  return { ...period, priceCents: next.priceCents, costCents: next.costCents };
}

function readRows({ db }: RecordContext, { type, id }: TermTarget): Promise<TermTable[]> {
  const own = db.selectFrom("terms").selectAll().where("targetType", "=", type).where("targetId", "=", id);
  return own.orderBy("id").execute();
}

/** Of the rows of a period the last one counts; who decided stands in the last one that somebody wrote. */
function mergeRows(rows: readonly TermTable[], names: ReadonlyMap<string, Ref>): TimelinePeriod[] {
  const byEnd = new Map<string, TimelinePeriod>();
  for (const row of rows) {
    const before = byEnd.get(row.toOn);
    const decided = row.decidedAt
      ? {
          decidedBy: (row.decidedById && names.get(row.decidedById)) || null,
          decidedByName: row.decidedByName,
          decidedAt: new Date(row.decidedAt),
          reason: row.reason,
        }
      : {
          decidedBy: before?.decidedBy ?? null,
          decidedByName: before?.decidedByName ?? null,
          decidedAt: before?.decidedAt ?? null,
          reason: before?.reason ?? null,
        };
    byEnd.set(row.toOn, {
      from: row.fromOn,
      to: row.toOn,
      cancelBy: row.cancelBy,
      cancelByWorkday: null,
      phase: "past",
      outcome: row.outcome,
      decision: row.decision,
      effectiveOn: row.effectiveOn,
      source: row.source,
      certainty: isKeyOf(certaintyLabels, row.certainty) ? row.certainty : "estimated",
      priceCents: row.priceCents,
      costCents: row.costCents,
      ...decided,
    });
  }
  return [...byEnd.values()].sort((one, other) => one.to.localeCompare(other.to));
}

/** A period of today's rule with what was written of it. */
function withRow(period: TimelinePeriod, written: readonly TimelinePeriod[]): TimelinePeriod {
  const row = written.find(({ to }) => to === period.to);
  if (!row) return period;
  const { outcome, decision, decidedBy, decidedByName, decidedAt, reason, certainty, source } = row;
  const settled = outcome === "open" ? {} : { outcome, decision };
  return { ...period, ...settled, decidedBy, decidedByName, decidedAt, reason, certainty, source };
}

function toShown(
  period: TimelinePeriod,
  { today, seesPrices }: { today: string; seesPrices: boolean },
): TimelinePeriod {
  const { priceCents, costCents, ...open } = period;
  const workday = period.cancelBy && period.cancelBy >= today ? lastWorkdayBy(period.cancelBy) : null;
  const shown = { ...open, cancelByWorkday: workday === period.cancelBy ? null : workday };
  return seesPrices ? { ...shown, priceCents: priceCents ?? null, costCents: costCents ?? null } : shown;
}

async function readNames({ db }: RecordContext, rows: readonly TermTable[]): Promise<Map<string, Ref>> {
  const ids = [...new Set(rows.flatMap(({ decidedById }) => decidedById ?? []))];
  if (ids.length === 0) return new Map();
  const people = await db.selectFrom("users").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(people.map(({ id, name }) => [id, { id, label: name }]));
}

async function readPriceChanges({ db }: RecordContext, { type, id }: TermTarget): Promise<PriceChange[]> {
  const rows = await db
    .selectFrom("priceChanges as p")
    .leftJoin("users as u", "u.id", "p.createdById")
    .select(["p.fromOn", "p.priceCents", "p.costCents", "p.reason", "u.id as byId", "u.name"])
    .where("p.targetType", "=", type)
    .where("p.targetId", "=", id)
    .orderBy("p.fromOn")
    .orderBy("p.id")
    .execute();
  return rows.map(({ byId, name, ...row }) => ({ ...row, by: byId && name ? { id: byId, label: name } : null }));
}
