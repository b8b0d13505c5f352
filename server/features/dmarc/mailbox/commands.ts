import { type DmarcMailboxView, mailboxJob } from "../../../../contract/dmarc/dmarc-mailbox.ts";
import { transact } from "../../../db/transact.ts";
import { Problem } from "../../../problem.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { readMailboxServer } from "./fetch-reports.ts";
import { readMailbox } from "./queries.ts";

/** „Jetzt abrufen“: answers when the run has ended, with how. */
export async function fetchNow(ctx: PersonContext): Promise<DmarcMailboxView> {
  if (!(await readMailboxServer(ctx))) {
    const message = "Bitte zuerst Server, Benutzer und Passwort angeben und speichern.";
    throw new Problem("precondition", { message });
  }
  await transact(ctx, (tx) => tx.record({ kind: "job.run", subject: { type: "job", id: mailboxJob } }));
  await ctx.jobs.run(ctx, mailboxJob);
  return readMailbox(ctx);
}
