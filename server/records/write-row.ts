import type { Db } from "../db/connection.ts";
import { memoizeByKey, type Prepared, prepare } from "../db/prepare.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { memoizeByStore } from "./memoize-by-store.ts";
import { columnsOf, type RecordStore } from "./store.ts";

type Row = Record<string, unknown>;

const meta = ["id", "title", "sortTitle", "version", "archivedAt"];
const stamps = ["createdAt", "createdById", "updatedAt", "updatedById"];

/** Inserts the row of a new record; one statement per store names every column. */
export async function insertRow(db: Db, store: RecordStore, row: Row): Promise<void> {
  const { columns, insert } = inserterOf(store);
  await insert(db, ...columns.map((name) => row[name] ?? null));
}

const inserterOf = memoizeByStore((store) => {
  const columns = [...meta, ...stamps, ...columnsOf(store), ...(store.further?.columns ?? [])];
  const insert = prepare((db, ...values: unknown[]) =>
    dynamic(db).insertInto(store.table).values(toRow(columns, values)),
  );
  return { columns, insert };
});

/** Writes columns of a record that still has the given version, and says whether it had. */
export async function updateRow(
  db: Db,
  store: RecordStore,
  { id, version }: { id: string; version: number },
  row: Row,
): Promise<boolean> {
  const columns = Object.keys(row);
  const rows = await updatersOf(store)(columns.join())(db, id, version, ...Object.values(row));
  return rows.length > 0;
}

const updatersOf = memoizeByStore(({ table }) =>
  memoizeByKey(
    (names): Prepared<[id: string, version: number, ...values: unknown[]], Row> =>
      prepare((db, id: string, version: number, ...values: unknown[]) =>
        dynamic(db)
          .updateTable(table)
          .set(toRow(names.split(","), values))
          .where("id", "=", id)
          .where("version", "=", version)
          .returning("id"),
      ),
  ),
);

const toRow = (columns: readonly string[], values: readonly unknown[]): Row =>
  Object.fromEntries(columns.map((name, index) => [name, values[index]]));
