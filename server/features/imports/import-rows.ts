import { setImmediate } from "node:timers/promises";
import type { Cell, ImportColumn, Reading } from "../../../contract/imports/imports.ts";
import type { Db } from "../../db/connection.ts";
import { transact } from "../../db/transact.ts";
import { readRows } from "../../imports/file-thread.ts";
import type { FileRow } from "../../imports/read-file.ts";
import { inThreadQueue } from "../../thread-queue.ts";
import { withoutSecrets } from "./cells/secret-columns.ts";
import { Stopped } from "./lifecycle.ts";
import type { ImportWork } from "./runs.ts";
import { openStoredFile } from "./stored-file.ts";

const atOnce = 100;

export const readCells = (json: string): Cell[] => JSON.parse(json);

/** The next rows of an import behind a line. */
export function rowsAfter(db: Db, importId: string, position: number) {
  return db
    .selectFrom("importRows")
    .select(["rowNumber", "cellsJson", "recordId"])
    .where("importId", "=", importId)
    .where("rowNumber", ">", position)
    .orderBy("rowNumber")
    .limit(atOnce)
    .execute();
}

/** Reads the file's rows below the headings into the database, where they survive a restart. */
export async function loadRows(work: ImportWork): Promise<void> {
  const { ctx, row } = work;
  await removeRows(ctx.db, row.id);
  const total = await inThreadQueue({ userId: ctx.person.id, isBackground: true }, () => loadFile(work));
  const { numUpdatedRows } = await ctx.db
    .updateTable("imports")
    .set({ totalRows: total, isLoaded: 1 })
    .where("id", "=", row.id)
    .where("state", "=", "checking")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped();
}

/** Returns how many rows there are. */
async function loadFile(work: ImportWork): Promise<number> {
  const { row, services } = work;
  const file = await openStoredFile(services, row.fileKey ?? "", row);
  const reading: Reading = JSON.parse(row.readingJson);
  const columns: ImportColumn[] = JSON.parse(row.columnsJson);
  let total = 0;
  for await (const batch of readRows(file.kind, file.bytes, reading)) {
    const below = batch.filter(({ number }) => number > (row.headerRow ?? 0));
    const body = below.map(({ number, cells }) => ({ number, cells: withoutSecrets(columns, cells) }));
    for (let start = 0; start < body.length; start += atOnce) {
      await insertRows(work, body.slice(start, start + atOnce));
      await setImmediate();
    }
    total += body.length;
    await work.proceed();
  }
  return total;
}

async function insertRows({ ctx, row }: ImportWork, rows: readonly FileRow[]): Promise<void> {
  await transact(ctx, (tx) =>
    tx.db
      .insertInto("importRows")
      .values(
        rows.map(({ number, cells }) => ({ importId: row.id, rowNumber: number, cellsJson: JSON.stringify(cells) })),
      )
      .execute(),
  );
}

/** Removes the rows of an import, a few at a time. */
export async function removeRows(db: Db, importId: string): Promise<void> {
  for (;;) {
    const rows = await rowsAfter(db, importId, -1);
    const last = rows.at(-1);
    if (!last) return;
    await db
      .deleteFrom("importRows")
      .where("importId", "=", importId)
      .where("rowNumber", "<=", last.rowNumber)
      .execute();
    await setImmediate();
  }
}
