import * as contract from "../../../contract/dmarc/dmarc.ts";
import * as mailboxContract from "../../../contract/dmarc/dmarc-mailbox.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { removeReport } from "./commands.ts";
import { fetchNow } from "./mailbox/commands.ts";
import { readMailbox } from "./mailbox/queries.ts";
import { readDmarc } from "./queries.ts";

const managing = procedureFor("manageSettings");

export const dmarcRouter = router({
  get: procedure.input(contract.oneDomain).query(({ ctx, input }) => readDmarc(ctx, input)),
  remove: procedureFor("editRecords")
    .input(contract.removeReport)
    .mutation(({ ctx, input }) => removeReport(ctx, input)),
  mailbox: managing.input(mailboxContract.readMailbox).query(({ ctx }) => readMailbox(ctx)),
  fetchMailbox: managing.input(mailboxContract.fetchMailbox).mutation(({ ctx }) => fetchNow(ctx)),
});
