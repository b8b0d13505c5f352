import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Field } from "../../../contract/records/fields.ts";
import { type Filter, operatorsOf } from "../../../contract/records/filters.ts";
import { portalMoment } from "../../../contract/time/portal-time.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { eachString } from "../../db/dialect/json.ts";
import { matchesTyped, positionOf } from "../../db/dialect/text.ts";
import { forbidden, invalidField } from "../../problem.ts";
import { maySeeField } from "../field-access.ts";
import { fieldOf, type RecordStore } from "../store.ts";
import { type Asking, columnOf } from "./field-sql.ts";

type Range = Extract<Filter, { is: "between" }>;

/**
 * SQL of one condition over the table alias `record`. Refuses fields that do not exist, operators that the field
 * does not know and fields that the person may not see: a filter would tell what they hold.
 */
export function conditionOf(store: RecordStore, asking: Asking, filter: Filter): Expression<SqlBool> {
  const field = fieldOf(store, filter.field);
  if (!field || !operatorsOf(field).includes(filter.is))
    throw invalidField(
      `where.${filter.field}`,
      `Filter: „${field?.label ?? filter.field}“ lässt sich so nicht filtern.`,
    );
  if (!maySeeField(asking.person, field)) throw forbidden();
  const asked = withMe(field, asking, filter);
  if (field.kind === "tags" || field.kind === "links" || store.members?.[filter.field])
    return memberCondition(store, field, asked);
  const column = columnOf(store, asking, filter.field);
  if (field.kind === "texts" || field.kind === "choices") return ofList(column, filter);
  return ofValue(store, field, column, asking, asked);
}

/** Of the people, „me“ stands for whoever asks, so that a view of the team can show everybody their own. */
function withMe(field: Field, { person }: Asking, filter: Filter): Filter {
  if (!("values" in filter) || field.kind !== "relation" || field.to !== "user") return filter;
  return { ...filter, values: filter.values.map((value) => (value === "me" ? person.id : value)) };
}

/** The titles lie folded in an index of their own: reading that is several times faster than reading the table. */
function ofTitle(
  { declaration, titleOf }: RecordStore,
  { field, value }: { field: string; value: string },
): Expression<SqlBool> | undefined {
  const folded = foldText(value);
  if (titleOf || field !== declaration.titleField || folded === "") return undefined;
  return sql`${positionOf(sql.ref("record.sortTitle"), folded)} > 0`;
}

function ofValue(
  store: RecordStore,
  field: Field,
  column: RawBuilder<unknown>,
  asking: Asking,
  filter: Filter,
): Expression<SqlBool> {
  switch (filter.is) {
    case "missing":
      return isNumber(field) ? sql`${column} is null` : sql`(${column} is null or ${column} = '')`;
    case "present":
      return isNumber(field) ? sql`${column} is not null` : sql`(${column} is not null and ${column} <> '')`;
    case "true":
      return sql`${column} = 1`;
    case "false":
      return sql`coalesce(${column}, 0) = 0`;
    case "contains":
      return ofTitle(store, filter) ?? matchesTyped(column, filter.is, filter.value);
    case "equals":
      return matchesTyped(column, filter.is, filter.value);
    case "between":
      return ofRange(field, column, asking, filter);
  }
  const values = sql.join(filter.values);
  if (filter.is === "noneOf") return sql`(${column} is null or ${column} not in (${values}))`;
  return sql`${column} in (${values})`;
}

/** Its column holds no text, so nothing there is empty and not null. */
const isNumber = ({ kind }: Field) => kind === "integer" || kind === "money";

function ofRange(
  field: Field,
  column: RawBuilder<unknown>,
  asking: Asking,
  { field: name, from, to }: Range,
): Expression<SqlBool> {
  if (field.kind === "instant") return ofMoments(column, asking, { field, name, from, to });
  const bound = (text: string) =>
    field.kind === "date" ? dayOf(text, name, field, asking) : numberOf(text, name, field);
  const parts: Expression<SqlBool>[] = [];
  if (from) parts.push(sql<SqlBool>`${column} >= ${bound(from)}`);
  if (to) parts.push(sql<SqlBool>`${column} <= ${bound(to)}`);
  if (parts.length === 0) throw invalidField(`where.${name}`, `Filter: „${field.label}“ braucht eine Grenze.`);
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** From the first moment of a day to the last one of another, by the portal's clocks. */
function ofMoments(
  column: RawBuilder<unknown>,
  asking: Asking,
  { field, name, from, to }: { field: Field; name: string; from: string | undefined; to: string | undefined },
): Expression<SqlBool> {
  const startOf = (text: string, later = 0) =>
    portalMoment(addDays(dayOf(text, name, field, asking), later), "00:00").toISOString();
  const parts: Expression<SqlBool>[] = [];
  if (from) parts.push(sql<SqlBool>`${column} >= ${startOf(from)}`);
  if (to) parts.push(sql<SqlBool>`${column} < ${startOf(to, 1)}`);
  if (parts.length === 0) throw invalidField(`where.${name}`, `Filter: „${field.label}“ braucht eine Grenze.`);
  return sql`(${sql.join(parts, sql` and `)})`;
}

function dayOf(text: string, name: string, field: Field, asking: Asking): string {
  const relative = /^([+-]\d{1,5})d$/.exec(text);
  if (relative) return addDays(portalDate(asking.now()), Number(relative[1]));
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw invalidField(`where.${name}`, `Filter: „${field.label}“ braucht ein Datum.`);
}

function numberOf(text: string, name: string, field: Field): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw invalidField(`where.${name}`, `Filter: „${field.label}“ braucht eine Zahl.`);
}

/** Lists are JSON text in a column of their own; `[]` is empty. */
function ofList(column: RawBuilder<unknown>, filter: Filter): Expression<SqlBool> {
  const element = sql.ref("element.value");
  const some = (condition: Expression<SqlBool>) =>
    sql<SqlBool>`(${column} <> '[]' and exists (select 1 from ${eachString(column)} as element where ${condition}))`;
  if (filter.is === "missing") return sql`coalesce(${column}, '[]') = '[]'`;
  if (filter.is === "present") return sql`${column} <> '[]'`;
  if ("value" in filter) return some(matchesTyped(element, filter.is, filter.value));
  if (!("values" in filter)) throw new Error(`A list cannot be asked for ${filter.is}.`);
  const any = some(sql<SqlBool>`${element} in (${sql.join(filter.values)})`);
  if (filter.is === "oneOf") return any;
  if (filter.is === "noneOf") return sql`not coalesce(${any}, false)`;
  const all = filter.values.map((value) => some(sql<SqlBool>`${element} = ${value}`));
  return sql`(${sql.join(all, sql` and `)})`;
}

/** SQL of one condition on what stands with a record in another table: its tags, or its links of a field. */
function memberCondition(store: RecordStore, field: Field, filter: Filter): Expression<SqlBool> {
  const { owners, member } = membersOf(store, filter.field);
  const isOwner = (condition?: Expression<SqlBool>) =>
    condition
      ? sql<SqlBool>`${sql.ref("record.id")} in (${owners} and ${condition})`
      : sql<SqlBool>`${sql.ref("record.id")} in (${owners})`;
  if (filter.is === "missing") return sql`not ${isOwner()}`;
  if (filter.is === "present") return isOwner();
  if (!("values" in filter)) throw new Error(`„${field.label}“ cannot be asked for ${filter.is}.`);
  const any = isOwner(sql<SqlBool>`${member} in (${sql.join(filter.values)})`);
  if (filter.is === "oneOf") return any;
  if (filter.is === "noneOf") return sql`not ${any}`;
  const all = filter.values.map((value) => isOwner(sql<SqlBool>`${member} = ${value}`));
  return sql`(${sql.join(all, sql` and `)})`;
}

interface Members {
  /** Selects the records that have any; more conditions can follow. */
  owners: RawBuilder<unknown>;
  member: RawBuilder<unknown>;
}

function membersOf(store: RecordStore, name: string): Members {
  const { type } = store.declaration;
  if (fieldOf(store, name)?.kind === "tags")
    return {
      owners: sql`select ${sql.ref("m.recordId")} from ${sql.table("recordTags")} as m where ${sql.ref("m.recordType")} = ${type}`,
      member: sql.ref("m.tagId"),
    };
  const link = store.links?.[name] ?? store.members?.[name];
  if (!link) throw new Error(`${type}.${name} has no link table.`);
  return {
    owners: sql`select ${sql.ref(`m.${link.own}`)} from ${sql.table(link.table)} as m where 1 = 1`,
    member: sql.ref(`m.${link.other}`),
  };
}
