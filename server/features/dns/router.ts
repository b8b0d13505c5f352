import { listNameservers } from "../../../contract/dns/nameservers-input.ts";
import { oneTarget } from "../../../contract/lookups/lookups.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { listNamedServers, readDns } from "./queries.ts";

export const dnsRouter = router({
  get: procedure.input(oneTarget).query(({ ctx, input }) => readDns(ctx, input)),
  nameservers: procedure.input(listNameservers).query(({ ctx, input }) => listNamedServers(ctx, input)),
});
