import { type RawBuilder, sql } from "kysely";
import { ownerOf } from "../../../contract/files/attachments.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordKey, RecordType } from "../../../contract/records/record-types.ts";
import type { Dependents } from "../../../contract/records/relations.ts";
import { notFound } from "../../problem.ts";
import { type DynamicDb, dynamic } from "../conditions/dynamic.ts";
import { isReadable } from "../readable.ts";
import type { RecordContext } from "../record-context.ts";
import type { Stores } from "../registry.ts";
import { descendantsOf } from "./parents.ts";
import { tiesIn, tiesOut } from "./relations.ts";

/** What hangs on a record, archived or not, and what becomes of it when the record is deleted. Throws not_found. */
export async function countDependents(stores: Stores, ctx: RecordContext, key: RecordKey): Promise<Dependents[]> {
  const db = dynamic(ctx.db);
  const store = stores[key.type];
  if (!(await isReadable(ctx.db, key, ctx.person))) throw notFound();
  const below = descendantsOf(stores, key.type, key.id);
  const deleted = below.map(async ({ type, ids }) => {
    const found = await count(db, stores[type].table, sql`record.id in (${ids})`);
    return { label: labelFor(found, type, declarationOf(type).labels.many), count: found, fate: "deleted" as const };
  });
  const linked = tiesOut(ctx, store).filter(({ role }) => role !== undefined);
  const beside = [...linked, ...tiesIn(stores, ctx, key.type)].filter((tie) =>
    below.every(({ type }) => type !== tie.type),
  );
  const detached = beside.map(async ({ type, label, matches }) => {
    const found = await count(db, stores[type].table, matches(key.id));
    return { label: labelFor(found, type, label), count: found, fate: "detached" as const };
  });
  const filed = await countFiles(db, key);
  const files = { label: filed === 1 ? "Datei" : "Dateien", count: filed, fate: "deleted" as const };
  return [...(await Promise.all([...deleted, ...detached])), files].filter((each) => each.count > 0);
}

/** A label that begins with the type's plural is in the singular for one: „Website“, „Vertrag (Kunde)“. */
function labelFor(found: number, type: RecordType, label: string): string {
  const { one, many } = declarationOf(type).labels;
  const isPlural = label === many || label.startsWith(`${many} (`);
  return found === 1 && isPlural ? one + label.slice(many.length) : label;
}

async function count(db: DynamicDb, table: string, matches: RawBuilder<boolean>): Promise<number> {
  const { total } = await db
    .selectFrom(`${table} as record`)
    .select(sql<number | string>`count(*)`.as("total"))
    .where(matches)
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function countFiles(db: DynamicDb, key: RecordKey): Promise<number> {
  const { total } = await db
    .selectFrom("files")
    .select(sql<number | string>`count(*)`.as("total"))
    .where("owner", "=", ownerOf(key))
    .executeTakeFirstOrThrow();
  return Number(total);
}
