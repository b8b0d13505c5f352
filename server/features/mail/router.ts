import { getMailStatus, listMails, resendMail, testMail } from "../../../contract/mail/mail-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

const managing = procedureFor("manageSettings");

export const mailRouter = router({
  list: managing.input(listMails).query(({ ctx, input }) => queries.listMails(ctx.db, input)),
  status: managing.input(getMailStatus).query(({ ctx }) => queries.getMailStatus(ctx.db, ctx.now())),
  resend: managing.input(resendMail).mutation(({ ctx, input }) => commands.resendMail(ctx, input)),
  test: managing.input(testMail).mutation(({ ctx, input }) => commands.sendTestMail(ctx, input)),
});
