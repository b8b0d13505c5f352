import { escapeHtml } from "../../../contract/document/html.ts";
import { busyStates, type ImportState } from "../../../contract/imports/imports.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { ImportTable } from "../../db/tables/imports.ts";
import { transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { Problem } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { Services } from "../../trpc/context.ts";
import { Stopped } from "./batches.ts";
import { removeImportFile } from "./old-imports.ts";
import { checkRows } from "./rows/check-rows.ts";
import { runRows } from "./rows/run-rows.ts";
import { openRunningJobs } from "./running-jobs.ts";
import { undoRows } from "./undo/undo-rows.ts";

const runningJobsOf = openRunningJobs();

/** Everything that a step needs; no request stands behind it. */
export interface ImportWork {
  services: Services;
  ctx: RecordContext;
  row: ImportTable;
  /** Asked between slices. */
  isStopping(): boolean;
}

/** Goes on with the step in which an import is, after the one that is still at work, if any. Never throws. */
export function continueWork(services: Services, id: string): void {
  const { work } = runningJobsOf(services.db);
  const before = work.get(id) ?? Promise.resolve();
  const mine = before
    .then(() => workOn(services, id))
    .finally(() => {
      if (work.get(id) === mine) work.delete(id);
    });
  work.set(id, mine);
}

/** Goes on with every import that was in the middle of a step when the server stopped. */
export async function resumeImports(services: Services): Promise<void> {
  const { work } = runningJobsOf(services.db);
  const rows = await services.db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", [...busyStates])
    .execute();
  for (const { id } of rows) if (!work.has(id)) continueWork(services, id);
}

/** Resolves once no step is at work any more; with `stop` the steps end after their slice and go on at the next start. */
export async function settleImports({ db }: Pick<Services, "db">, { stop = false } = {}): Promise<void> {
  const mine = runningJobsOf(db);
  mine.isStopping = stop;
  while (mine.work.size > 0) await Promise.all(mine.work.values());
}

async function workOn(services: Services, id: string): Promise<void> {
  try {
    const row = await services.db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row || !busyStates.includes(row.state) || runningJobsOf(services.db).isStopping) return;
    const isStopping = () => runningJobsOf(services.db).isStopping;
    try {
      const ctx = await contextOf(services, row.startedById);
      await steps[row.state as keyof typeof steps]({ services, ctx, row, isStopping });
    } catch (error) {
      if (!(error instanceof Stopped)) await giveUp(services, row, error);
    }
  } catch (error) {
    services.log.error({ err: error, importId: id }, "import could not go on");
  }
}

const steps = {
  // A dry run leaves nothing behind; after a restart it begins again.
  checking: async (work: ImportWork) => checkRows({ ...work, row: { ...work.row, ...fromStart } }),
  running: finishRun,
  undoing: finishUndo,
};

const fromStart = {
  position: 0,
  doneRows: 0,
  createdCount: 0,
  updatedCount: 0,
  unchangedCount: 0,
  skippedCount: 0,
  failedCount: 0,
};

/** The person in whose name a step works, with the rights that they have at this moment. */
async function contextOf(services: Services, personId: string | null): Promise<RecordContext> {
  const person = await services.db
    .selectFrom("users")
    .select(["id", "name", "role"])
    .where("id", "=", personId)
    .where("deactivatedAt", "is", null)
    .executeTakeFirst();
  if (!person || !hasAbility(person.role, "importRecords"))
    throw new Problem("forbidden", { message: "Wer den Import begonnen hat, darf nicht mehr importieren." });
  const { db, now, live } = services;
  return { db, now, actorId: person.id, person, publish: (signals) => void live.publish(signals) };
}

async function finishRun(work: ImportWork): Promise<void> {
  await runRows(work, { isDry: false });
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

/** A step that cannot go on says so: a dry run falls back to the draft, what has written ends as aborted. */
async function giveUp(services: Services, row: ImportTable, error: unknown): Promise<void> {
  if (!(error instanceof Problem)) services.log.error({ err: error, importId: row.id }, "import broke off");
  const problem =
    error instanceof Problem
      ? error.message
      : "Der Import wurde durch einen Fehler unterbrochen. Bitte versuche es erneut.";
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
