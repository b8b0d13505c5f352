import * as contract from "../../../contract/imports/imports.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as mappings from "./columns/saved-mappings.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

const procedure = procedureFor("importRecords");

export const importRouter = router({
  list: procedure.input(contract.listImports).query(({ ctx, input }) => queries.listImports(ctx, input)),
  get: procedure.input(contract.importId).query(({ ctx, input }) => queries.getImport(ctx, input)),
  rows: procedure.input(contract.listImportRows).query(({ ctx, input }) => queries.listImportRows(ctx, input)),
  create: procedure.input(contract.createImport).mutation(({ ctx, input }) => commands.createImport(ctx, input)),
  reread: procedure.input(contract.rereadImport).mutation(({ ctx, input }) => commands.rereadImport(ctx, input)),
  check: procedure.input(contract.checkImport).mutation(({ ctx, input }) => commands.checkImport(ctx, input)),
  start: procedure.input(contract.importId).mutation(({ ctx, input }) => commands.startImport(ctx, input)),
  cancel: procedure.input(contract.importId).mutation(({ ctx, input }) => commands.cancelImport(ctx, input)),
  undo: procedure.input(contract.undoImport).mutation(({ ctx, input }) => commands.undoImport(ctx, input)),
  delete: procedure.input(contract.importId).mutation(({ ctx, input }) => commands.deleteImport(ctx, input)),
  saveMapping: procedure.input(contract.saveMapping).mutation(({ ctx, input }) => mappings.saveMapping(ctx, input)),
  deleteMapping: procedure.input(contract.mappingId).mutation(({ ctx, input }) => mappings.deleteMapping(ctx, input)),
});
