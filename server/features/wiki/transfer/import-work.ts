import { hasAbility } from "../../../../contract/roles.ts";
import type { PageImportTable } from "../../../db/tables/page-transfer.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import type { Services } from "../../../trpc/context.ts";
import { Stopped } from "../../imports/batches.ts";
import { openRunningJobs } from "../../imports/running-jobs.ts";
import { checkGiven } from "./checking.ts";
import { runImport } from "./running.ts";
import { undoImport } from "./undoing.ts";

export type ImportContext = RecordContext & Pick<Services, "uploads" | "log" | "pageRooms">;

/** Everything that a step needs; no request stands behind it. */
export interface ImportWork {
  ctx: ImportContext;
  row: PageImportTable;
  /** Asked between pages. */
  isStopping(): boolean;
}

const runningJobsOf = openRunningJobs();

/** Goes on with the step in which an import of pages is, unless somebody is at it. Never rejects. */
export function continuePageImport(services: Services, id: string): Promise<void> {
  const { work } = runningJobsOf(services.db);
  const known = work.get(id);
  if (known) return known;
  const mine = workOn(services, id).finally(() => work.delete(id));
  work.set(id, mine);
  return mine;
}

/** Goes on with every import of pages that was in the middle of a step when the server stopped. */
export async function resumePageImports(services: Services): Promise<void> {
  const rows = await services.db
    .selectFrom("pageImports")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("state", "in", ["checking", "running"]),
        eb.and([eb("state", "=", "undone"), eb("undoJson", "is", null)]),
      ]),
    )
    .execute();
  for (const { id } of rows) void continuePageImport(services, id);
}

/** Resolves once no import of pages is at work; with `stop` they end after their page and go on at the next start. */
export async function settlePageImports({ db }: Pick<Services, "db">, { stop = false } = {}): Promise<void> {
  const mine = runningJobsOf(db);
  mine.isStopping = stop;
  while (mine.work.size > 0) await Promise.all(mine.work.values());
}

async function workOn(services: Services, id: string): Promise<void> {
  try {
    const { isStopping } = runningJobsOf(services.db);
    const row = await services.db.selectFrom("pageImports").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row || isStopping) return;
    const work = (ctx: ImportContext): ImportWork => ({
      ...{ ctx, row },
      isStopping: () => runningJobsOf(services.db).isStopping,
    });
    const ctx = await contextOf(services, row.createdById);
    if (row.state === "undone") return await undoImport(work(ctx));
    if (row.state !== "checking" && row.state !== "running") return;
    if (!hasAbility(ctx.person.role, "importRecords")) return await refuse(services, row);
    await (row.state === "checking" ? checkGiven(work(ctx)) : runImport(work(ctx)));
  } catch (error) {
    if (!(error instanceof Stopped))
      services.log.error({ err: error, pageImportId: id }, "page import could not go on");
  }
}

/** The person in whose name a step works, with the rights that they have at this moment. */
async function contextOf(services: Services, personId: string): Promise<ImportContext> {
  const person = await services.db
    .selectFrom("users")
    .select(["id", "name", "role"])
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  const { db, now, live, uploads, log, pageRooms } = services;
  const publish: RecordContext["publish"] = (signals) => void live.publish(signals);
  return { db, now, uploads, log, pageRooms, actorId: person.id, person, publish };
}

async function refuse({ db, now }: Services, { id, state }: PageImportTable): Promise<void> {
  const problem = "Wer den Import begonnen hat, darf nicht mehr importieren.";
  const ended = state === "running" ? ("finished" as const) : ("failed" as const);
  await db
    .updateTable("pageImports")
    .set({ state: ended, problem, endedAt: now().toISOString() })
    .where("id", "=", id)
    .where("state", "=", state)
    .execute();
}
