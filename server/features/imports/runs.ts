import { escapeHtml } from "../../../contract/document/html.ts";
import { busyStates, type ImportState } from "../../../contract/imports/imports.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import type { Db } from "../../db/connection.ts";
import type { ImportTable } from "../../db/tables/imports.ts";
import { transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import type { Services } from "../../trpc/context.ts";
import { loadRows } from "./import-rows.ts";
import { openLifecycle, type StepWork } from "./lifecycle.ts";
import { removeImportFile } from "./old-imports.ts";
import { DryRunFindings } from "./rows/dry-run-findings.ts";
import { runRows } from "./rows/run-rows.ts";
import { undoRows } from "./undo/undo-rows.ts";

export type ImportWork = StepWork<ImportTable>;

export const {
  proceedWith: continueWork,
  resume: resumeImports,
  drain: drainImports,
} = openLifecycle<ImportTable>({
  name: "import",
  label: "Import",
  findBusy: (db) => busyImports(db).select("id").execute(),
  readBusy: (db, id) => busyImports(db).selectAll().where("id", "=", id).executeTakeFirst(),
  userIdOf: ({ startedById }) => startedById,
  work: async (work) => {
    if (isKeyOf(steps, work.row.state)) await steps[work.row.state](work);
  },
  abort,
});

const busyImports = (db: Db) => db.selectFrom("imports").where("state", "in", [...busyStates]);

const steps = {
  checking: checkRows,
  running: finishRun,
  undoing: finishUndo,
};

async function finishRun(work: ImportWork): Promise<void> {
  await runRows(work);
  await end(work, "running", { state: "finished", finishedAt: work.services.now().toISOString() });
  await removeImportFile(work.services, work.row);
}

async function finishUndo(work: ImportWork): Promise<void> {
  await undoRows(work);
  await end(work, "undoing", { state: "undone", undoneAt: work.services.now().toISOString() });
}

async function end({ ctx, row, services }: ImportWork, from: ImportState, change: Partial<ImportTable>): Promise<void> {
  const isLong = row.startedAt !== null && services.now().getTime() - Date.parse(row.startedAt) > longRunMs;
  await transact(ctx, async (tx) => {
    const ended = await tx.db
      .updateTable("imports")
      .set(change)
      .where("id", "=", row.id)
      .where("state", "=", from)
      .returning(["createdCount", "updatedCount", "failedCount"])
      .executeTakeFirst();
    if (!ended || from !== "running" || !isLong) return;
    const { createdCount, updatedCount, failedCount } = ended;
    const message = `<b>${escapeHtml(row.filename)}</b>: ${createdCount} angelegt, ${updatedCount} aktualisiert, ${failedCount} mit Fehlern.`;
    const link = `/import/${row.id}`;
    const done = { title: "Import abgeschlossen", message, link };
    await notify(tx, { forUserId: ctx.person.id, category: "system", actorId: null, ...done });
  });
}

/** Longer than anybody watches a progress bar. */
const longRunMs = 20_000;

/** A dry run falls back to the draft, what has written ends as aborted. */
async function abort(services: Services, row: ImportTable, problem: string): Promise<void> {
  const change: Partial<ImportTable> =
    row.state === "checking" ? { state: "draft" } : { state: "aborted", finishedAt: services.now().toISOString() };
  await services.db
    .updateTable("imports")
    .set({ ...change, problem })
    .where("id", "=", row.id)
    .where("state", "=", row.state)
    .execute();
  if (change.state === "aborted") await removeImportFile(services, row);
}

/**
 * The dry run: every row is written as in the run and rolled back, so that it promises what the run will do. What it has
 * found is stored with its progress; after a restart it goes on with the next row.
 */
async function checkRows(work: ImportWork): Promise<void> {
  const { ctx, row } = work;
  if (row.isLoaded === 0) await loadRows(work);
  if (row.position === 0) await ctx.db.deleteFrom("importFindings").where("importId", "=", row.id).execute();
  const findings = new DryRunFindings(row);
  await runRows(work, { findings });
  const [missing, unknown] = [await findings.missing(ctx.db), await findings.unknown(ctx.db)];
  await transact(ctx, async (tx) => {
    await tx.db
      .updateTable("imports")
      .set({
        state: "checked",
        missingJson: JSON.stringify(missing),
        effectsJson: JSON.stringify(findings.effects()),
        unknownJson: JSON.stringify(unknown),
      })
      .where("id", "=", row.id)
      .where("state", "=", "checking")
      .execute();
    await tx.db.deleteFrom("importFindings").where("importId", "=", row.id).execute();
  });
}
