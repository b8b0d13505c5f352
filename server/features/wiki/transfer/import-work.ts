import type { Db } from "../../../db/connection.ts";
import type { PageImportTable } from "../../../db/tables/pages.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import type { Services } from "../../../trpc/context.ts";
import { openLifecycle, type StepWork } from "../../imports/lifecycle.ts";
import { UnreadableFile } from "../formats/limits.ts";
import { checkGiven } from "./checking.ts";
import { problemOf } from "./given-files.ts";
import { runImport } from "./running.ts";
import { undoImport } from "./undoing.ts";

export interface ImportWork extends StepWork<PageImportTable> {
  ctx: RecordContext & Pick<Services, "uploads" | "log" | "pageRooms">;
}

export const {
  proceedWith: continuePageImport,
  resume: resumePageImports,
  drain: drainPageImports,
} = openLifecycle<PageImportTable>({
  name: "page import",
  label: "Wiki-Import",
  findBusy: (db) => busyImports(db).select("id").execute(),
  readBusy: (db, id) => busyImports(db).selectAll().where("id", "=", id).executeTakeFirst(),
  userIdOf: ({ createdById }) => createdById,
  async work(work) {
    const { uploads, log, pageRooms } = work.services;
    const { state } = work.row;
    const step = state === "checking" ? checkGiven : state === "running" ? runImport : undoImport;
    await step({ ...work, ctx: { ...work.ctx, uploads, log, pageRooms } });
  },
  explain: (error) => (error instanceof UnreadableFile ? problemOf(error) : undefined),
  abort,
});

/** An undo is under way until it has told what it did. */
const busyImports = (db: Db) =>
  db
    .selectFrom("pageImports")
    .where((eb) =>
      eb.or([
        eb("state", "in", ["checking", "running"]),
        eb.and([eb("state", "=", "undone"), eb("undoJson", "is", null)]),
      ]),
    );

/** What has made pages, or taken some back, can go on or be undone; the files of what has not are refused. */
async function abort({ db, now }: Services, { id, state }: PageImportTable, problem: string): Promise<void> {
  await db
    .updateTable("pageImports")
    .set({ state: state === "checking" ? "failed" : "aborted", problem, endedAt: now().toISOString() })
    .where("id", "=", id)
    .where("state", "=", state)
    .execute();
}
