import { rulesOf } from "../../../contract/records/rules.ts";
import { bodySchemaOf, schemaOf } from "../../../contract/records/schema.ts";
import * as contract from "../../../contract/wiki/page-input.ts";
import { pages as declaration } from "../../../contract/wiki/pages.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { noteAllowedSecret, publishPage, renamePage, settlePage, setVisibility, trashPage } from "./commands.ts";
import { countMiss, dismissMiss, readGaps } from "./gaps/gaps.ts";
import { confirmPage } from "./gaps/reviews.ts";
import { readContent, readPage } from "./reading/read-page.ts";
import { searchPages } from "./reading/search.ts";
import { listNewest, readStart } from "./reading/start-page.ts";
import { setFavourite, visitPage } from "./reading/visits.ts";
import { readAuthorship } from "./revisions/authorship.ts";
import { compareRevisions } from "./revisions/compare-revisions.ts";
import { listRevisions, readRevision, restoreRevision, setRevisionSummary } from "./revisions/revisions.ts";
import { pages } from "./store.ts";
import { listTemplates } from "./templates/templates.ts";
import { createPage, duplicatePage, saveAsTemplate } from "./tree/create-pages.ts";
import { movePage, movePages } from "./tree/move-pages.ts";
import { trashInfo } from "./tree/trash.ts";
import { listTree } from "./tree/tree.ts";

const editing = procedureFor("editRecords");
const archiving = procedureFor("archiveRecords");
const body = bodySchemaOf(declaration, { rules: rulesOf("page") });
const titled = schemaOf({ fields: { title: declaration.fields.title } });

export const pageRouter = router({
  ...recordProcedures(pages, { afterWrite: (ctx) => ctx.pageRooms.recheck("all") }),
  create: editing.input(contract.pageBeginning.extend({ body })).mutation(({ ctx, input }) => createPage(ctx, input)),
  tree: procedure.input(contract.listTree).query(({ ctx, input }) => listTree(ctx, input)),
  read: procedure.input(contract.getPage).query(({ ctx, input }) => readPage(ctx, input)),
  content: procedure.input(contract.getPage).query(({ ctx, input }) => readContent(ctx, input)),
  start: procedure.input(contract.noPageInput).query(({ ctx }) => readStart(ctx)),
  newest: procedure.input(contract.noPageInput).query(({ ctx }) => listNewest(ctx)),
  templates: procedure.input(contract.noPageInput).query(({ ctx }) => listTemplates(ctx)),
  move: editing.input(contract.movePage).mutation(({ ctx, input }) => movePage(ctx, input)),
  moveMany: editing.input(contract.movePages).mutation(({ ctx, input }) => movePages(ctx, input)),
  setVisibility: editing.input(contract.setPageVisibility).mutation(({ ctx, input }) => setVisibility(ctx, input)),
  search: procedure.input(contract.searchPages).query(({ ctx, input }) => searchPages(ctx, input)),
  countMiss: procedure.input(contract.countMiss).mutation(({ ctx, input }) => countMiss(ctx, input)),
  dismissMiss: editing.input(contract.dismissMiss).mutation(({ ctx, input }) => dismissMiss(ctx, input)),
  gaps: procedure.input(contract.noPageInput).query(({ ctx }) => readGaps(ctx)),
  revisions: procedure.input(contract.listRevisions).query(({ ctx, input }) => listRevisions(ctx, input)),
  revision: procedure.input(contract.getRevision).query(({ ctx, input }) => readRevision(ctx, input)),
  diff: procedure.input(contract.diffRevisions).query(({ ctx, input }) => compareRevisions(ctx, input)),
  authorship: procedure.input(contract.getPage).query(({ ctx, input }) => readAuthorship(ctx, input)),
  setSummary: editing.input(contract.setRevisionSummary).mutation(({ ctx, input }) => setRevisionSummary(ctx, input)),
  settle: editing.input(contract.getPage).mutation(({ ctx, input }) => settlePage(ctx, input)),
  restoreRevision: editing.input(contract.getRevision).mutation(({ ctx, input }) => restoreRevision(ctx, input)),
  trashInfo: procedure.input(contract.getPage).query(({ ctx, input }) => trashInfo(ctx, input)),
  trash: archiving.input(contract.trashPage).mutation(({ ctx, input }) => trashPage(ctx, input)),
  duplicate: editing.input(contract.duplicatePage).mutation(({ ctx, input }) => duplicatePage(ctx, input)),
  saveAsTemplate: editing.input(contract.savePageAsTemplate).mutation(({ ctx, input }) => saveAsTemplate(ctx, input)),
  rename: editing.input(contract.getPage.extend({ body: titled })).mutation(({ ctx, input }) => renamePage(ctx, input)),
  publish: editing.input(contract.publishPage).mutation(({ ctx, input }) => publishPage(ctx, input)),
  confirm: editing.input(contract.confirmPage).mutation(({ ctx, input }) => confirmPage(ctx, input)),
  allowSecret: editing.input(contract.allowSecret).mutation(({ ctx, input }) => noteAllowedSecret(ctx, input)),
  visit: procedure.input(contract.getPage).mutation(({ ctx, input }) => visitPage(ctx, input)),
  setFavourite: procedure.input(contract.setFavourite).mutation(({ ctx, input }) => setFavourite(ctx, input)),
});
