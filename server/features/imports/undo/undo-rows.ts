import type { Tx } from "../../../db/transact.ts";
import { Problem } from "../../../problem.ts";
import { announce } from "../announce.ts";
import { inBatches, RowConflict } from "../batches.ts";
import type { Write } from "../rows/decide-row.ts";
import type { ImportWork } from "../runs.ts";
import { undoWrite } from "./undo-write.ts";

const atOnce = 100;

interface UndoneRow {
  number: number;
  /** Why something of the row stayed as it is; null when all of it is as before. */
  note: string | null;
}

/** Takes rows back, the last one first; each record that somebody has touched since keeps what they did. */
export async function undoRows(work: ImportWork): Promise<void> {
  const { ctx, row } = work;
  const announcer = announce(ctx);
  const { position, doneRows, undoneCount, conflictCount } = row;
  let kept = { position, doneRows, undoneCount, conflictCount };
  let saved = kept;

  const save = async (tx: Tx, rows: UndoneRow[]) => {
    const progress = { ...kept };
    for (const { number, note } of rows) {
      progress.position = number;
      progress.doneRows += 1;
      if (note === null) progress.undoneCount += 1;
      else progress.conflictCount += 1;
      await tx.db
        .updateTable("importRows")
        .set({ undo: note === null ? "undone" : "conflict", undoNote: note })
        .where("importId", "=", row.id)
        .where("rowNumber", "=", number)
        .execute();
    }
    saved = progress;
    await tx.db.updateTable("imports").set(progress).where("id", "=", row.id).execute();
    await work.proceed(tx.db);
  };
  const onKept = () => {
    kept = saved;
    announcer.tick();
  };

  try {
    for (;;) {
      const rows = await rowsBefore(work, kept.position);
      if (rows.length === 0) return;
      await inBatches(rows, {
        ctx: announcer.ctx,
        save,
        onKept,
        each: async (tx, { rowNumber, writesJson }, hasSavepoints) => ({
          number: rowNumber,
          note: await undoRow(tx, { ...work, ctx: announcer.ctx }, JSON.parse(writesJson ?? "[]"), hasSavepoints),
        }),
      });
    }
  } finally {
    announcer.end();
  }
}

function rowsBefore({ ctx, row }: ImportWork, position: number) {
  return ctx.db
    .selectFrom("importRows")
    .select(["rowNumber", "writesJson"])
    .where("importId", "=", row.id)
    .where("rowNumber", "<", position)
    .where("writesJson", "is not", null)
    .where((eb) => eb.or([eb("undo", "is", null), eb("undo", "=", "conflict")]))
    .orderBy("rowNumber", "desc")
    .limit(atOnce)
    .execute();
}

async function undoRow(
  tx: Tx,
  { ctx, row, services }: ImportWork,
  writes: readonly Write[],
  hasSavepoints: boolean,
): Promise<string | null> {
  const notes: string[] = [];
  for (const write of [...writes].reverse()) {
    try {
      const undo = () => undoWrite(tx, ctx, write, { takesOwnEdits: row.undoesOwnEdits === 1 });
      const note = await (hasSavepoints ? tx.attempt(undo) : undo());
      if (note) notes.push(note);
    } catch (error) {
      if (!hasSavepoints) throw new RowConflict("a record could not be undone", { cause: error });
      if (!(error instanceof Problem))
        services.log.error({ err: error, write }, "import: a record could not be undone");
      notes.push(error instanceof Problem ? error.message : "Das hat nicht geklappt.");
    }
  }
  return notes.length > 0 ? notes.join(" ") : null;
}
