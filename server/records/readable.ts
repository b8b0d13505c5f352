import { type Compilable, type RawBuilder, type SqlBool, sql } from "kysely";
import { ownerOf } from "../../contract/files/attachments.ts";
import { type RecordKey, type RecordType, recordTypes } from "../../contract/records/record-types.ts";
import { hasAbility, type Role } from "../../contract/roles.ts";
import type { Db } from "../db/connection.ts";
import { arrayOf } from "../db/dialect/json.ts";
import { memoizeByKey, type Prepared, prepare } from "../db/prepare.ts";
import type { Queryable } from "../search/run.ts";
import type { Person } from "../trpc/context.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { idsIn } from "./conditions/ids-in.ts";
import { tableOf } from "./tables.ts";

export type Reader = Pick<Person, "id" | "role">;

/** Nobody may read less than this reader: what they may, everybody may. */
export const leastReader: Reader = { id: "", role: "readonly" };

type Rule = (reader: Reader, alias: string) => RawBuilder<SqlBool>;

/** A page that is narrowed to maintainers or to one person carries that, with all below it, in columns of its own. */
const readablePages: Rule = ({ id, role }, alias) => {
  const own = sql`${sql.ref(`${alias}.privateToId`)} is null or ${sql.ref(`${alias}.privateToId`)} = ${id}`;
  if (hasAbility(role, "seeMaintainerPages")) return sql<SqlBool>`(${own})`;
  return sql<SqlBool>`(${sql.ref(`${alias}.maintainersOnly`)} = 0 and (${own}))`;
};

const rules: Partial<Record<RecordType, Rule>> = { page: readablePages };

/**
 * Prepares a query of what a person may read, once for each role: that of others of the role differs in their id alone,
 * which is a value in it, like the arguments.
 */
export function prepareForReader<Args extends readonly unknown[], Row>(
  build: (db: Db, reader: Reader, ...args: Args) => Compilable<Row> | RawBuilder<Row>,
): (db: Db, reader: Reader, ...args: Args) => Promise<Row[]> {
  const byRole = new Map<Role, Prepared<[string, ...Args], Row>>();
  return (db, { id, role }, ...args) => {
    const prepared =
      byRole.get(role) ??
      prepare<[string, ...Args], Row>((at, readerId, ...given) => build(at, { id: readerId, role }, ...given));
    byRole.set(role, prepared);
    return prepared(db, id, ...args);
  };
}

/** Whether everybody may read every record of a type. */
export function isOpen(type: RecordType): boolean {
  return rules[type] === undefined;
}

/**
 * The SQL that leaves a person what they may read of a type, over a table alias; undefined where everybody may read
 * all. The one place that decides it for every path.
 */
export function readableBy(type: RecordType, reader: Reader, alias = "record"): RawBuilder<SqlBool> | undefined {
  return rules[type]?.(reader, alias);
}

/**
 * The SQL that leaves a person the rows about what they may read, over the alias of a table that names its record by
 * `targetType` and `targetId`; what is about no record is everybody's.
 */
export function readableTargets(reader: Reader, alias: string): RawBuilder<SqlBool> {
  const [targetType, targetId] = [sql.ref(`${alias}.targetType`), sql.ref(`${alias}.targetId`)];
  const conditions = recordTypes
    .filter((type) => !isOpen(type))
    .map((type) => {
      const readable = readableBy(type, reader) ?? sql`1 = 1`;
      const found = sql`select 1 from ${sql.table(tableOf(type))} as record where record.id = ${targetId} and ${readable}`;
      return sql`(${targetType} is null or ${targetType} <> ${type} or exists (${found}))`;
    });
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The same over the documents of the search, as `d`. */
export function readableDocuments(type: RecordType, reader: Reader): RawBuilder<SqlBool> | undefined {
  const condition = readableBy(type, reader);
  const records = sql.table(tableOf(type));
  return condition && sql`exists (select 1 from ${records} as record where record.id = d.record_id and ${condition})`;
}

/** Whether a record exists and the person may read it. */
export async function isReadable(db: Queryable, { type, id }: RecordKey, reader: Reader): Promise<boolean> {
  const condition = readableBy(type, reader);
  if (!condition) return (await selectOpen(tableOf(type))(db, id)).length > 0;
  const query = selectRecord(db, tableOf(type), id).where(condition);
  return (await query.executeTakeFirst()) !== undefined;
}

const selectRecord = (db: Queryable, table: string, id: string) =>
  dynamic(db).selectFrom(`${table} as record`).select("record.id").where("record.id", "=", id);

const selectOpen = memoizeByKey((table) => prepare((db, id: string) => selectRecord(db, table, id)));

/** Which of some records of a type exist and may be read by the person. */
export function readableAmong(
  db: Queryable,
  type: RecordType,
  ids: readonly string[],
  reader: Reader,
): Promise<Set<string>> {
  return idsWhere(db, type, ids, readableBy(type, reader));
}

/** Which of some records of a type exist, whoever may read them. */
export function existingAmong(db: Queryable, type: RecordType, ids: readonly string[]): Promise<Set<string>> {
  return idsWhere(db, type, ids, undefined);
}

async function idsWhere(db: Queryable, type: RecordType, ids: readonly string[], condition?: RawBuilder<SqlBool>) {
  let query = dynamic(db)
    .selectFrom(`${tableOf(type)} as record`)
    .select("record.id")
    .where("record.id", "in", idsIn(arrayOf(ids)));
  if (condition) query = query.where(condition);
  return new Set((await query.execute()).map(({ id }) => id));
}

/** The record whose file has this owner; undefined for files of something else. */
export function recordOwning(owner: string): RecordKey | undefined {
  const type = recordTypes.find((each) => owner.startsWith(ownerOf({ type: each, id: "" })));
  return type && { type, id: owner.slice(ownerOf({ type, id: "" }).length) };
}
