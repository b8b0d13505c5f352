import * as contract from "../../../contract/holder-confirmations/holder-confirmations-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { readChecklist } from "./checklist.ts";
import { askHolder, withdrawConfirmation } from "./commands.ts";
import { listConfirmations, listHolderAskable } from "./queries.ts";

// The page of the link shows who holds a domain, so only those may send one who may see that themselves.
const seeing = procedureFor("seeHolders");

/** Holders answer without an account, through the page of their link; server/http/links/confirm-page.ts. */
export const holderConfirmationRouter = router({
  list: seeing.input(contract.listConfirmations).query(({ ctx, input }) => listConfirmations(ctx, input)),
  checklist: seeing.input(contract.listConfirmations).query(({ ctx, input }) => readChecklist(ctx, input)),
  askable: seeing.input(contract.listHolderAskable).query(({ ctx, input }) => listHolderAskable(ctx, input)),
  ask: seeing.input(contract.askHolder).mutation(({ ctx, input }) => askHolder(ctx, input)),
  withdraw: seeing.input(contract.withdrawConfirmation).mutation(({ ctx, input }) => withdrawConfirmation(ctx, input)),
});
