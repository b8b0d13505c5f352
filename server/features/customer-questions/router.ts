import * as contract from "../../../contract/customer-questions/customer-questions-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { listAskable } from "./askable.ts";
import { ask, withdraw } from "./commands.ts";
import { listOpenItems } from "./items.ts";
import { listQuestionsOf } from "./queries.ts";

const editing = procedureFor("editRecords");

/** Customers answer without an account, through the page of their link; server/http/links/ask-page.ts. */
export const customerQuestionRouter = router({
  list: procedure.input(contract.listQuestions).query(({ ctx, input }) => listQuestionsOf(ctx, input)),
  openItems: editing.input(contract.listQuestions).query(({ ctx, input }) => listOpenItems(ctx, input.customerId)),
  askable: editing.input(contract.listAskable).query(({ ctx, input }) => listAskable(ctx, input)),
  ask: editing.input(contract.askCustomer).mutation(({ ctx, input }) => ask(ctx, input)),
  withdraw: editing.input(contract.withdrawQuestion).mutation(({ ctx, input }) => withdraw(ctx, input)),
});
