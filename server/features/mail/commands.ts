import type { z } from "zod";
import type { MailTest } from "../../../contract/mail/mail.ts";
import type * as contract from "../../../contract/mail/mail-input.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { attempt } from "../../mail/attempt.ts";
import { readMailServer } from "../../mail/deliver.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { canResend } from "./queries.ts";

export async function resendMail(ctx: PersonContext, { id }: z.infer<typeof contract.resendMail>) {
  return transact(ctx, async (tx) => {
    const mail = await tx.db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
    if (!mail) throw notFound();
    if (!canResend(mail)) throw new Problem("precondition", { message: refusalOf(mail) });
    const at = ctx.now().toISOString();
    await tx.db
      .updateTable("mails")
      .set({ state: "queued", attempts: 0, nextAttemptAt: at, claimedUntil: null, endedAt: null })
      // A mail that waits is dropped a day after this.
      .set({ createdAt: mail.state === "dropped" ? at : mail.createdAt })
      .where("id", "=", id)
      .where("state", "=", mail.state)
      .execute();
    await tx.record({ kind: "mail.resent", subject: { type: "mail", id } });
    tx.wake("mail");
    return { id };
  });
}

function refusalOf({ state, kind }: { state: string; kind: string }): string {
  if (state === "queued" || state === "sending") return "Diese E-Mail ist noch unterwegs.";
  if (kind === "test") return "Eine Testmail sendest du am besten neu.";
  return "Diese E-Mail enthielt einen Link, der nur einmal gilt. Bitte löse sie dort neu aus, wo sie herkam.";
}

const testLeaseMs = 5 * minuteMs;

/** Sends a mail at once and tells what the server said; the attempt stands in the log like any other. */
export async function sendTestMail(ctx: PersonContext, { to }: z.infer<typeof contract.testMail>): Promise<MailTest> {
  const server = await readMailServer(ctx);
  if (!server) {
    const message = "Bitte zuerst Server und Absenderadresse angeben und speichern.";
    throw new Problem("precondition", { message });
  }
  const mail = await transact(ctx, async (tx) => {
    const { id: ownId, name } = ctx.person;
    const own = await tx.db.selectFrom("users").select("email").where("id", "=", ownId).executeTakeFirstOrThrow();
    const at = ctx.now();
    const content = {
      paragraphs: [
        "diese Testmail zeigt, dass das Portal E-Mails verschicken kann.",
        `${name} hat sie in den Einstellungen ausgelöst.`,
      ],
      action: { label: "E-Mail-Einstellungen öffnen", path: "/settings/mail" },
    };
    const isOwn = to === undefined || to === own.email;
    const row = {
      id: newId(),
      toUserId: isOwn ? ownId : null,
      toEmail: to ?? own.email,
      toName: isOwn ? name : (to ?? ""),
      ...({ kind: "test", subject: "Testmail vom MEDIUM TechCenter", state: "sending" } as const),
      contentJson: JSON.stringify(content),
      nextAttemptAt: null,
      claimedUntil: new Date(at.getTime() + testLeaseMs).toISOString(),
      answer: null,
      createdAt: at.toISOString(),
      endedAt: null,
    };
    await tx.record({ kind: "mail.tested", subject: { type: "mail", id: row.id } });
    return tx.db.insertInto("mails").values(row).returningAll().executeTakeFirstOrThrow();
  });
  const talk: MailTest["talk"] = [];
  const failure = await attempt(ctx, server, mail, { talk, isOnly: true });
  const answer = failure?.answer ?? talk.findLast(({ by }) => by === "server")?.text ?? "";
  return { isSent: !failure, to: mail.toEmail, answer, talk };
}
