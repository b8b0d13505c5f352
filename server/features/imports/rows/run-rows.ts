import { setImmediate } from "node:timers/promises";
import { isCheckoutField, targetOf } from "../../../../contract/imports/import-fields.ts";
import { type ImportColumn, noCounts, type RowCounts, shownChanges } from "../../../../contract/imports/imports.ts";
import type { Tx } from "../../../db/transact.ts";
import { announce } from "../announce.ts";
import { inBatches } from "../batches.ts";
import { receiverTypes } from "../checkout.ts";
import { openMapping, readSettings } from "../columns/mapping.ts";
import { readCells, rowsAfter } from "../import-rows.ts";
import { Stopped } from "../lifecycle.ts";
import type { ImportWork } from "../runs.ts";
import { applyRow } from "./apply-row.ts";
import { type Outcome, type RowWork, recordKey, rowKey } from "./decide-row.ts";
import type { DryRunFindings } from "./dry-run-findings.ts";
import { openDirectory } from "./name-directory.ts";

interface Options {
  /** Of a dry run: it tries everything and writes nothing but what would come of each row. */
  findings?: DryRunFindings;
}

/** Works off the rows behind the import's position. */
export async function runRows(work: ImportWork, { findings }: Options = {}): Promise<void> {
  const isDry = findings !== undefined;
  const { ctx, row } = work;
  const columns: ImportColumn[] = JSON.parse(row.columnsJson);
  const settings = readSettings(row.settingsJson);
  const mapping = openMapping(ctx.person, row.recordType, settings, { columns, preset: row.preset });
  const targets = mapping.fields.flatMap(({ name, field }) =>
    isCheckoutField(row.recordType, name) ? receiverTypes : (targetOf(field) ?? []),
  );
  // A contact is of the customer whose domain their mail address has.
  const guessed = row.recordType === "contact" ? (["customer"] as const) : [];
  const directory = await openDirectory(ctx.db, [row.recordType, ...targets, ...guessed]);
  const announcer = announce(ctx);
  const report = (err: unknown) => work.services.log.error({ err, importId: row.id }, "import: a row failed");
  const rowWork: RowWork = { ctx: announcer.ctx, mapping, directory, seen: new Map(), isDry, report };
  await rememberKeys(work, rowWork, row.position);
  let kept = { position: row.position, doneRows: row.doneRows, counts: countsOf(row) };
  let saved = kept;

  const save = async (tx: Tx, outcomes: Outcome[]) => {
    let { position, doneRows } = kept;
    const counts = { ...kept.counts };
    for (const outcome of outcomes) {
      position = outcome.number;
      doneRows += 1;
      counts[outcome.result] += 1;
      await keep(tx, row.id, outcome, isDry ? doneRows : 0);
    }
    saved = { position, doneRows, counts };
    const { numUpdatedRows } = await tx.db
      .updateTable("imports")
      .set({ position, doneRows, ...toColumns(counts) })
      .where("id", "=", row.id)
      .where("state", "=", row.state)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Stopped();
    await findings?.add(tx, outcomes);
    await work.proceed(tx.db);
  };
  const onKept = () => {
    kept = saved;
    findings?.keep();
    directory.keep();
    announcer.tick();
  };

  try {
    for (;;) {
      const rows = await rowsAfter(ctx.db, row.id, kept.position);
      if (rows.length === 0) return;
      await inBatches(rows, {
        ctx: announcer.ctx,
        isDry,
        save,
        onKept,
        onLost: () => directory.forget(),
        each: (tx, { rowNumber, cellsJson }, hasSavepoints) =>
          applyRow(tx, rowWork, { number: rowNumber, cells: readCells(cellsJson) }, hasSavepoints),
      });
    }
  } finally {
    announcer.end();
  }
}

/** After a restart, the rows that are done already still count for „steht schon in Zeile …“. */
async function rememberKeys({ ctx, row }: ImportWork, rowWork: RowWork, until: number): Promise<void> {
  for (let position = 0; position < until; ) {
    const rows = await rowsAfter(ctx.db, row.id, position);
    if (rows.length === 0) return;
    for (const { rowNumber, cellsJson, recordId } of rows) {
      position = rowNumber;
      if (rowNumber > until) return;
      const key = recordId ? recordKey(recordId) : rowKey(rowWork, readCells(cellsJson));
      if (key !== undefined && !rowWork.seen.has(key)) rowWork.seen.set(key, rowNumber);
    }
    await setImmediate();
  }
}

/** `shown` is the count of the row in a dry run: only the first ones keep what they would change. */
async function keep(tx: Tx, importId: string, outcome: Outcome, shown: number): Promise<void> {
  const { number, title, result, problems, changes, recordId, writes } = outcome;
  await tx.db
    .updateTable("importRows")
    .set({
      title,
      result,
      problemsJson: problems.length > 0 ? JSON.stringify(problems) : null,
      recordId: shown > 0 && result === "created" ? null : recordId,
      writesJson: shown > 0 || writes.length === 0 ? null : JSON.stringify(writes),
      ...(shown > 0 && { changesJson: shown <= shownChanges ? JSON.stringify(changes) : null }),
    })
    .where("importId", "=", importId)
    .where("rowNumber", "=", number)
    .execute();
}

function countsOf(row: ImportWork["row"]): RowCounts {
  const { createdCount, updatedCount, unchangedCount, skippedCount, failedCount } = row;
  return {
    ...noCounts,
    created: createdCount,
    updated: updatedCount,
    unchanged: unchangedCount,
    skipped: skippedCount,
    failed: failedCount,
  };
}

function toColumns({ created, updated, unchanged, skipped, failed }: RowCounts) {
  return {
    createdCount: created,
    updatedCount: updated,
    unchangedCount: unchanged,
    skippedCount: skipped,
    failedCount: failed,
  };
}
