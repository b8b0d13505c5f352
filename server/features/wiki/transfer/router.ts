import { rulesOf } from "../../../../contract/records/rules.ts";
import { bodySchemaOf } from "../../../../contract/records/schema.ts";
import * as contract from "../../../../contract/wiki/page-transfer-input.ts";
import { pages as declaration } from "../../../../contract/wiki/pages.ts";
import { procedure, procedureFor, router } from "../../../trpc/procedures.ts";
import { checkPageImport, resumePageImport, runPageImport, undoPageImport } from "./commands.ts";
import { readPageImport } from "./import-state.ts";
import { createMarkdownPage, readMarkdown, writeMarkdown } from "./markdown.ts";

const importing = procedureFor("importRecords");
const editing = procedureFor("editRecords");
const body = bodySchemaOf(declaration, { rules: rulesOf("page") });

export const pageTransferRouter = router({
  check: importing.input(contract.checkPageImport).mutation(({ ctx, input }) => checkPageImport(ctx, input)),
  get: importing.input(contract.onePageImport).query(({ ctx, input }) => readPageImport(ctx.db, ctx.person, input.id)),
  run: importing.input(contract.runPageImport).mutation(({ ctx, input }) => runPageImport(ctx, input)),
  resume: importing.input(contract.onePageImport).mutation(({ ctx, input }) => resumePageImport(ctx, input)),
  undo: procedureFor("archiveRecords")
    .input(contract.onePageImport)
    .mutation(({ ctx, input }) => undoPageImport(ctx, input)),
  readMarkdown: procedure.input(contract.readPageMarkdown).query(({ ctx, input }) => readMarkdown(ctx, input)),
  writeMarkdown: editing.input(contract.writePageMarkdown).mutation(({ ctx, input }) => writeMarkdown(ctx, input)),
  create: editing
    .input(contract.createPageOf.extend({ body }))
    .mutation(({ ctx, input }) => createMarkdownPage(ctx, input)),
});
