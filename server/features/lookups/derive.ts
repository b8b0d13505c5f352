import { setImmediate } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type LookupKind, type LookupTargetType, lookupKinds } from "../../../contract/lookups/lookups.ts";
import { eachString } from "../../db/dialect/json.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { Services } from "../../trpc/context.ts";
import { lookupRules } from "./kinds.ts";
import { askedOnly, lookupSources } from "./targets.ts";

type Needed = Pick<Services, "db" | "now">;

interface Options {
  kinds?: Iterable<LookupKind>;
  isStopped?: () => boolean;
}

/** Comparing so many takes some milliseconds; then everybody else has a turn. */
export const comparedAtOnce = 200;

/** Adds what is to be asked of all records, and forgets what is asked about those that are gone. */
export async function deriveLookups(
  services: Needed,
  kinds: Iterable<LookupKind> = lookupRules().keys(),
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const [type, ofType] of byType(kinds)) {
    const table = sql.table(lookupSources[type].table);
    for (const kind of ofType)
      for await (const ids of pagesOf(services, sql`lookups`, sql`target_id`, sql`kind = ${kind}`)) {
        if (isStopped()) return;
        await forget(services, type, [kind], ids);
      }
    for await (const ids of pagesOf(services, table, sql`id`)) {
      if (isStopped()) return;
      await add(services, type, ofType, ids);
    }
  }
}

/** The same for records of these ids alone, whatever their type; says whether something is to be asked that was not before. */
export async function deriveLookupsOf(
  services: Needed,
  ids: Iterable<string>,
  { kinds = lookupRules().keys(), isStopped = () => false }: Options = {},
): Promise<boolean> {
  const all = [...ids];
  const types = [...byType(kinds)];
  let hasNew = false;
  for (let start = 0; start < all.length && !isStopped(); start += comparedAtOnce, await setImmediate())
    for (const [type, ofType] of types) {
      const some = all.slice(start, start + comparedAtOnce);
      await forget(services, type, ofType, some);
      hasNew = (await add(services, type, ofType, some)) || hasNew;
    }
  return hasNew;
}

const byType = (kinds: Iterable<LookupKind>): Map<LookupTargetType, LookupKind[]> =>
  Map.groupBy(kinds, (kind) => lookupKinds[kind].target);

const listOf = (kinds: readonly LookupKind[]) => sql`(${sql.join(kinds)})`;

/** The ids of a table, a page in each turn. */
async function* pagesOf(
  { db }: Needed,
  table: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  where: RawBuilder<SqlBool> = sql`1 = 1`,
): AsyncGenerator<string[]> {
  for (let last = ""; ; await setImmediate()) {
    const { rows } = await sql<{ id: string }>`select ${id} as id from ${table}
      where ${id} > ${last} and ${where} order by ${id} limit ${comparedAtOnce}`.execute(db);
    if (rows.length > 0) yield rows.map((row) => row.id);
    if (rows.length < comparedAtOnce) return;
    last = rows.at(-1)?.id ?? "";
  }
}

/** Whether a question of a kind makes sense for the row `t`. */
const isAskedAbout = (type: LookupTargetType, kind: RawBuilder<unknown>): RawBuilder<SqlBool> => {
  const restricted = Object.entries(askedOnly).map(([only, isAsked]) => sql`(${kind} <> ${only} or (${isAsked}))`);
  const ofType = type === "domain" ? restricted : [];
  return sql<SqlBool>`${sql.join([lookupSources[type].isAsked, ...ofType], sql` and `)}`;
};

async function forget({ db }: Needed, type: LookupTargetType, kinds: readonly LookupKind[], ids: readonly string[]) {
  const { table, subject } = lookupSources[type];
  await sql`delete from lookups where kind in ${listOf(kinds)} and target_id in ${idsIn(JSON.stringify(ids))}
    and not exists (select 1 from ${sql.table(table)} as t
      where t.id = target_id and ${subject} = subject and ${isAskedAbout(type, sql`lookups.kind`)})`.execute(db);
}

async function add({ db, now }: Needed, type: LookupTargetType, kinds: readonly LookupKind[], ids: readonly string[]) {
  const { table, subject, isPublic } = lookupSources[type];
  const { rows } = await sql<{ kind: LookupKind; targetId: string; subject: string }>`
    select k.value as kind, t.id as target_id, ${subject} as subject
    from ${sql.table(table)} as t cross join ${eachString(JSON.stringify(kinds))} as k
    where t.id in ${idsIn(JSON.stringify(ids))} and ${isAskedAbout(type, sql`k.value`)}
      and not exists (select 1 from lookups where lookups.kind = k.value and lookups.target_id = t.id)`.execute(db);
  const known = new Map<string, boolean>();
  const isAskable = (row: { subject: string }) => {
    const answer = known.get(row.subject) ?? isPublic(row.subject);
    known.set(row.subject, answer);
    return answer;
  };
  const dueAt = now().toISOString();
  const fresh = rows.filter(isAskable).map((row) => ({ ...row, dueAt }));
  for (let start = 0; start < fresh.length; start += 200)
    await db
      .insertInto("lookups")
      .values(fresh.slice(start, start + 200))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return fresh.length > 0;
}
