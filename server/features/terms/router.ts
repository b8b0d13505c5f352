import * as contract from "../../../contract/terms/term-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { changePrice, changePrices } from "./change-price.ts";
import { decide, decideMany, renew, renewMany } from "./commands.ts";
import { readTimeline } from "./queries.ts";

const editing = procedureFor("editRecords");

export const termRouter = router({
  list: procedure.input(contract.listTerms).query(({ ctx, input }) => readTimeline(ctx, input)),
  decide: editing.input(contract.decideTerm).mutation(({ ctx, input }) => decide(ctx, input)),
  decideMany: editing.input(contract.decideTerms).mutation(({ ctx, input }) => decideMany(ctx, input)),
  renew: editing.input(contract.renewTerm).mutation(({ ctx, input }) => renew(ctx, input)),
  renewMany: editing.input(contract.renewTerms).mutation(({ ctx, input }) => renewMany(ctx, input)),
  changePrice: editing.input(contract.changePrice).mutation(({ ctx, input }) => changePrice(ctx, input)),
  changePrices: editing.input(contract.changePrices).mutation(({ ctx, input }) => changePrices(ctx, input)),
});
