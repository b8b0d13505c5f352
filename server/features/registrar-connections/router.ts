import * as contract from "../../../contract/registrar-connections/registrar-connections-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import { listConnections, listRegistrarDomains, readDomainAtRegistrar } from "./queries.ts";

const managing = procedureFor("manageSettings");

export const registrarConnectionRouter = router({
  list: managing.input(contract.listConnections).query(({ ctx }) => listConnections(ctx)),
  domains: managing.input(contract.connectionId).query(({ ctx, input }) => listRegistrarDomains(ctx, input)),
  ofDomain: procedure.input(contract.domainAtRegistrar).query(({ ctx, input }) => readDomainAtRegistrar(ctx, input)),
  create: managing.input(contract.createConnection).mutation(({ ctx, input }) => commands.createConnection(ctx, input)),
  update: managing.input(contract.updateConnection).mutation(({ ctx, input }) => commands.updateConnection(ctx, input)),
  delete: managing.input(contract.connectionId).mutation(({ ctx, input }) => commands.deleteConnection(ctx, input)),
  ask: managing.input(contract.connectionId).mutation(({ ctx, input }) => commands.askConnection(ctx, input)),
  importDomains: managing
    .input(contract.importDomains)
    .mutation(({ ctx, input }) => commands.importDomains(ctx, input)),
});
