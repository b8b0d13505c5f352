import * as contract from "../../../contract/page-input.ts";
import { pages as declaration } from "../../../contract/pages.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { rulesOf } from "../../../contract/records/rules.ts";
import { schemaOf } from "../../../contract/records/schema.ts";
import type { z } from "../../../contract/zod.ts";
import { updateRecord } from "../../records/commands.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { createPage, duplicatePage, saveAsTemplate } from "./creating.ts";
import { movePage, movePages } from "./moving.ts";
import { readContent, readPage } from "./reading.ts";
import { confirmPage } from "./reviews.ts";
import { readStart } from "./start.ts";
import { pages } from "./store.ts";
import { listTemplates } from "./templates.ts";
import { trashInfo } from "./trash.ts";
import { trashPage } from "./trashing.ts";
import { listTree } from "./tree.ts";
import { setFavourite, visitPage } from "./visits.ts";

const editing = procedureFor("editRecords");
const archiving = procedureFor("archiveRecords");
const body = schemaOf(declaration, { rules: rulesOf("page") }) as unknown as z.ZodType<RecordBody>;

export const pageRouter = router({
  ...recordProcedures(pages),
  create: editing.input(contract.newPagePlace.extend({ body })).mutation(({ ctx, input }) => createPage(ctx, input)),
  tree: procedure.input(contract.listTree).query(({ ctx, input }) => listTree(ctx, input)),
  read: procedure.input(contract.getPage).query(({ ctx, input }) => readPage(ctx, input)),
  content: procedure.input(contract.getPage).query(({ ctx, input }) => readContent(ctx, input)),
  start: procedure.query(({ ctx }) => readStart(ctx)),
  templates: procedure.query(({ ctx }) => listTemplates(ctx)),
  move: editing.input(contract.movePage).mutation(({ ctx, input }) => movePage(ctx, input)),
  moveMany: editing.input(contract.movePages).mutation(({ ctx, input }) => movePages(ctx, input)),
  setVisibility: editing.input(contract.setPageVisibility).mutation(async ({ ctx, input }) => {
    const { id, visibility, version } = input;
    const written = await updateRecord(pages, ctx, { params: { id }, body: { visibility }, version });
    await ctx.pageRooms.recheck("all");
    return written;
  }),
  trashInfo: procedure.input(contract.getPage).query(({ ctx, input }) => trashInfo(ctx, input)),
  trash: archiving.input(contract.trashPage).mutation(({ ctx, input }) => trashPage(ctx, input)),
  duplicate: editing.input(contract.duplicatePage).mutation(({ ctx, input }) => duplicatePage(ctx, input)),
  saveAsTemplate: editing.input(contract.getPage).mutation(({ ctx, input }) => saveAsTemplate(ctx, input)),
  confirm: editing.input(contract.confirmPage).mutation(({ ctx, input }) => confirmPage(ctx, input)),
  visit: procedure.input(contract.getPage).mutation(({ ctx, input }) => visitPage(ctx, input)),
  setFavourite: procedure.input(contract.setFavourite).mutation(({ ctx, input }) => setFavourite(ctx, input)),
});
