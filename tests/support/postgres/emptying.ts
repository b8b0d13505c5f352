import { sql } from "kysely";
import type { Db } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";

/** SQL of a function of one's own connection that makes a database as the migrated one is, whose rows stand in it. */
export async function emptyingOf(migratedUrl: string): Promise<string> {
  const db = await openPostgres(migratedUrl, { size: 1 });
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns from pg_class as c
      inner join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
    group by c.relname`.execute(db);
  const statements: string[] = [];
  for (const { name } of tables) statements.push(`delete from "${name}"`);
  for (const { name, columns } of tables) {
    const { rows } = await sql<{ json: string | null }>`
      select json_agg(t)::text as json from ${sql.table(name)} as t`.execute(db);
    const json = rows[0]?.json;
    if (json)
      statements.push(`insert into "${name}" (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::"${name}", $rows$${json}$rows$)`);
  }
  const { rows: sequences } = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'`.execute(db);
  for (const { name, last } of sequences) statements.push(`perform setval('${name}', ${last ?? 1}, ${last !== null})`);
  await db.destroy();
  // Keys and triggers judge whole rows that were judged before.
  return `create function pg_temp.empty_all() returns void language plpgsql as $body$ begin
    set local session_replication_role = replica;
    ${statements.join(";\n")};
  end $body$`;
}

/** Says when tables, columns, triggers or functions have come or gone. */
export async function shapeOf(db: Db): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select concat_ws(' ', (select count(*) from pg_class where relnamespace = 'public'::regnamespace),
      (select count(*) from pg_attribute as a inner join pg_class as c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and not a.attisdropped),
      (select count(*) from pg_trigger), (select count(*) from pg_proc where pronamespace = 'public'::regnamespace),
      (select count(*) from kysely_migration)) as shape`.execute(db);
  return rows[0]?.shape ?? "";
}
