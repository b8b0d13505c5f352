import type pg from "pg";
import { insist } from "../postgres/lost-connections.ts";
import {
  asideTable,
  type Content,
  createProgress,
  isMoved,
  progressTable,
  quoted,
  type Row,
  rowsAtOnce,
  type Source,
  type Target,
} from "./side.ts";

/** What one statement may be handed. */
const maxParameters = 30_000;
const int8 = 20;

async function connect(url: string) {
  const { default: driver } = await import("pg");
  const client = new driver.Client({
    connectionString: url,
    application_name: "techcenter move",
    keepAlive: true,
    types: {
      getTypeParser: (type, format) =>
        type === int8 ? (text: string) => BigInt(text) : driver.types.getTypeParser(type, format as "text"),
    },
  });
  // Whoever waits for an answer is told.
  client.on("error", () => undefined);
  await insist(() => client.connect(), {});
  return client;
}

/** A database of Postgres that nobody else writes. */
export async function openPostgresSource(url: string): Promise<Source> {
  return sourceOf(await connect(url));
}

function sourceOf(client: pg.Client): Source {
  return {
    async columns() {
      const { rows } = await client.query<{ table: string; columns: string[] }>(`
        select table_name as table, array_agg(column_name::text order by column_name) as columns
        from information_schema.columns inner join information_schema.tables using (table_schema, table_name)
        where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1 order by 1`);
      return new Map(rows.filter(({ table }) => isMoved(table)).map(({ table, columns }) => [table, columns]));
    },
    async *rows(table, columns) {
      await client.query("begin read only");
      try {
        await client.query(`declare moved no scroll cursor for select ${columns.map(quoted)} from ${quoted(table)}`);
        for (;;) {
          const { rows } = await client.query<(string | number | bigint | Buffer | null)[]>({
            text: `fetch ${rowsAtOnce} from moved`,
            rowMode: "array",
          });
          yield* rows;
          if (rows.length < rowsAtOnce) return;
        }
      } finally {
        await client.query("rollback").catch(() => undefined);
      }
    },
    close: () => client.end(),
  };
}

/** A migrated database of Postgres that rows are brought to. */
export async function openPostgresTarget(url: string): Promise<Target> {
  const client = await connect(url);
  const within = async (work: () => Promise<void>) => {
    await client.query("begin");
    try {
      await work();
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  };
  return {
    ...sourceOf(client),
    begin: () => within(() => putAside(client)),
    async arrived() {
      const { rows } = await client.query<{ name: string; rows: bigint; hash: string }>(
        `select * from ${progressTable}`,
      );
      return new Map(rows.map(({ name, rows, hash }): [string, Content] => [name, { rows: Number(rows), hash }]));
    },
    replace: (table, columns, rows, content) =>
      within(async () => {
        await client.query(`delete from ${quoted(table)}`);
        await insertAll(client, { table, columns, rows });
        const { rows: count, hash } = content();
        await client.query(
          `insert into ${progressTable} values ($1, $2, $3)
            on conflict (name) do update set rows = excluded.rows, hash = excluded.hash`,
          [table, count, hash],
        );
      }),
    finish: () => within(() => takeBack(client)),
  };
}

interface Given {
  table: string;
  columns: readonly string[];
  rows: AsyncIterable<Row>;
}

async function insertAll(client: pg.Client, { table, columns, rows }: Given): Promise<void> {
  const atOnce = Math.min(rowsAtOnce, Math.floor(maxParameters / columns.length));
  const write = async (part: readonly Row[]) => {
    if (part.length === 0) return;
    const places = part.map((_, row) => `(${columns.map((_column, at) => `$${row * columns.length + at + 1}`)})`);
    const text = `insert into ${quoted(table)} (${columns.map(quoted)}) values ${places}`;
    await client.query(text, part.flat());
  };
  let part: Row[] = [];
  for await (const row of rows) {
    part.push(row);
    if (part.length < atOnce) continue;
    await write(part);
    part = [];
  }
  await write(part);
}

/** Keys to other tables, and triggers: as soon as all rows are there they are judged together. */
async function putAside(client: pg.Client): Promise<void> {
  await client.query(`${createProgress};
    create table if not exists ${asideTable} (name text, owner text, definition text, primary key (owner, name))`);
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { owner, name, definition } of rows) {
    await client.query(`insert into ${asideTable} (owner, name, definition) values ($1, $2, $3)`, [
      owner,
      name,
      definition,
    ]);
    await client.query(`alter table ${owner} drop constraint ${quoted(name)}`);
  }
  for (const owner of await tablesWithTriggers(client)) await client.query(`alter table ${owner} disable trigger user`);
}

async function takeBack(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select * from ${asideTable}`,
  );
  for (const { owner, name, definition } of rows)
    await client.query(`alter table ${owner} add constraint ${quoted(name)} ${definition}`);
  for (const owner of await tablesWithTriggers(client)) await client.query(`alter table ${owner} enable trigger user`);
  await client.query(`drop table ${asideTable}; drop table ${progressTable}`);
}

async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ owner: string }>(`
    select distinct tgrelid::regclass::text as owner from pg_trigger inner join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace`);
  return rows.map(({ owner }) => owner);
}
