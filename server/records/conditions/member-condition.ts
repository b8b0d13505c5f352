import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Field } from "../../../contract/records/fields.ts";
import type { Filter } from "../../../contract/records/filters.ts";
import { fieldOf, type RecordStore } from "../store.ts";

/** SQL of one condition on what stands with a record in another table: its tags, or its links of a field. */
export function memberCondition(store: RecordStore, field: Field, filter: Filter): Expression<SqlBool> {
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
