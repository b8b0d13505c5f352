import { type RawBuilder, sql } from "kysely";
import { deadlineRule, kindsOf, type RuleKind } from "../../../contract/deadlines/deadlines.ts";
import { type ClosedState, type DeadlineRule, dateSources, fieldsOf, meets } from "../../../contract/deadlines/rule.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import { hasTerm, type TermType } from "../../../contract/terms/term-types.ts";
import { prepare } from "../../db/prepare.ts";
import { snakeCase } from "../../db/snake-case.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { hasColumn, type RecordStore } from "../../records/store.ts";
import { fromColumn } from "../../records/stored.ts";
import type { Queryable } from "../../search/run.ts";
import type { DeadlineSource, Derived, Target } from "./sources.ts";

/** A record with the columns that its type selects under names of their own. */
type Row = Record<string, unknown> & { id: string; title: string; archivedAt: string | null };

type Values = Record<string, unknown>;

/** The deadlines of a record type: those that its rules declare, about whom its store says. */
export function recordSource(store: RecordStore): DeadlineSource {
  const { type } = store.declaration;
  const kinds = kindsOf(type);
  const names = [...new Set(kinds.flatMap((kind) => watchedFields(store, deadlineRule(kind))))];
  const select = selectTargets(store, kinds, names);
  const table = sql.table(snakeCase(store.table));
  return {
    targetType: type,
    kinds,
    async read(db, ids) {
      const rows: Row[] = await select(db, JSON.stringify(ids));
      return rows.map((row) => toTarget(store, kinds, names, row));
    },
    async idsAfter(db, id, limit) {
      const { rows } = await sql<{ id: string }>`
        select id from ${table} where id > ${id} order by id limit ${limit}`.execute(db);
      return rows.map((row) => row.id);
    },
    ...(store.deadlines?.follows && { follows: followers(store.deadlines.follows) }),
  };
}

const watchedFields = (store: RecordStore, rule: DeadlineRule) =>
  [...fieldsOf(rule), ...(rule.beside ?? [])].filter((name) => hasColumn(store, name));

function followers(follows: NonNullable<NonNullable<RecordStore["deadlines"]>["follows"]>) {
  const entries = Object.entries(follows).map(([type, select]) => {
    const read = async (db: Queryable, ids: readonly string[]) => {
      const { rows } = await sql<{
        id: string;
      }>`select distinct id from (${select(JSON.stringify(ids))}) as followed`.execute(db);
      return rows.map(({ id }) => id);
    };
    return [type, read] as const;
  });
  return Object.fromEntries(entries);
}

type Column = [string, RawBuilder<unknown>];
const named = (name: string, value: RawBuilder<unknown>): Column => [name, value];

function selectTargets(store: RecordStore, kinds: readonly RuleKind[], names: readonly string[]) {
  const { deadlines = {} } = store;
  const own = (name: string) => (hasColumn(store, name) ? sql.ref(`record.${name}`) : sql`null`);
  const columns: Column[] = [
    ["customerId", deadlines.customerId ?? own("customerId")],
    ["responsibleUserId", deadlines.responsibleUserId ?? own("responsibleUserId")],
    ["concernedUserId", deadlines.concernedUserId ?? sql`null`],
    ...(hasTerm(store.declaration.type) ? termColumns(store.declaration.type) : []),
    ["without", deadlines.without ?? sql`0`],
    ...kinds.flatMap((kind) => [
      ...(deadlines.asked?.[kind] ? [named(`${kind}Asked`, deadlines.asked[kind])] : []),
      ...(deadlines.amounts?.[kind] ? [named(`${kind}Cents`, deadlines.amounts[kind].cents)] : []),
    ]),
  ];
  return prepare((db, idsJson: string) =>
    dynamic(db)
      .selectFrom(`${store.table} as record`)
      .select(["record.id", "record.title", "record.archivedAt"])
      .select(names.map((name, index) => sql.ref(`record.${name}`).as(`field${index}`)))
      .select(columns.map(([name, value]) => sql`(${value})`.as(name)))
      .where("record.id", "in", idsIn(idsJson)),
  );
}

/** What the term says of its date, where it says anything. */
const termColumns = (type: TermType): Column[] =>
  (["source", "certainty"] as const).map((name) => [
    name === "source" ? "termSource" : "termCertainty",
    sql`select ${sql.ref(name)} from terms as t where t.target_type = ${type} and t.target_id = record.id
      order by t.id desc limit 1`,
  ]);

function toTarget(store: RecordStore, kinds: readonly RuleKind[], names: readonly string[], row: Row): Target {
  const { id, title, archivedAt } = row;
  const { fields } = store.declaration;
  const values: Values = Object.fromEntries(
    names.map((name, index) => [name, fromColumn(fieldNamed(fields, name), row[`field${index}`])]),
  );
  const target = { id, title, isArchived: archivedAt !== null, customerId: idIn(row, "customerId"), ...peopleOf(row) };
  const deadlines: Derived[] = [];
  const closed: Partial<Record<RuleKind, ClosedState>> = {};
  for (const kind of kinds) {
    const rule = deadlineRule(kind);
    const dueOn = values[rule.field];
    if (row.without) continue;
    if (typeof dueOn === "string" && meets(rule.only, values)) deadlines.push(derive(store, kind, values, row, dueOn));
    else if (typeof dueOn === "string" || rule.emptyMeansDone)
      closed[kind] = rule.cancelledWhen && meets(rule.cancelledWhen, values) ? "cancelled" : "done";
  }
  return { ...target, deadlines, closed };
}

function idIn(row: Row, name: string): string | null {
  const id = row[name];
  return typeof id === "string" ? id : null;
}

const peopleOf = (row: Row) => ({
  responsibleUserId: idIn(row, "responsibleUserId"),
  concernedUserId: idIn(row, "concernedUserId"),
});

function derive(store: RecordStore, kind: RuleKind, values: Values, row: Row, dueOn: string): Derived {
  const rule = deadlineRule(kind);
  const { responsibleUserId, concernedUserId } = peopleOf(row);
  const first = idIn(row, `${kind}Asked`) ?? responsibleUserId;
  const other = [concernedUserId, responsibleUserId].find((id) => id !== null && id !== first);
  const cents = row[`${kind}Cents`];
  const cancelBy = rule.cancelField ? values[rule.cancelField] : null;
  return {
    kind,
    dueOn,
    cancelBy: typeof cancelBy === "string" ? cancelBy : null,
    asksUntil: asksUntil(rule, values, dueOn),
    responsibleUserId: first,
    concernedUserId: other ?? null,
    amountCents: typeof cents === "number" ? cents : null,
    direction: store.deadlines?.amounts?.[kind]?.direction ?? null,
    ...originOf(rule, values, row),
    isQuiet: rule.isQuiet?.(values) ?? false,
    movesOn: rule.movesOn,
  };
}

function originOf(
  rule: DeadlineRule,
  values: Values,
  { termSource, termCertainty }: Row,
): Pick<Derived, "source" | "certainty"> {
  const own = rule.source?.(values) ?? "manual";
  if (!rule.ofTerm) return { source: own, certainty: "certain" };
  return {
    source: isOneOf(dateSources, termSource) ? termSource : own,
    certainty: termCertainty === "estimated" ? "estimated" : "certain",
  };
}

/** Over, only some dates ask for something still: a chance that has passed does not, unless it was missed undecided. */
function asksUntil({ staysDue, onlyWhenOver, overUntil }: DeadlineRule, values: Values, dueOn: string): string | null {
  if (!staysDue || !meets(onlyWhenOver, values)) return dueOn;
  if (!overUntil) return null;
  const until = values[overUntil];
  return typeof until === "string" && until > dueOn ? until : dueOn;
}
