import type { Selectable } from "kysely";
import { escapeHtml } from "../../contract/document/html.ts";
import type { AttemptOutcome } from "../../contract/mail/mail.ts";
import { dayMs, hourMs } from "../../contract/time/durations.ts";
import { newId } from "../db/new-id.ts";
import type { MailTable } from "../db/tables/mails.ts";
import { systemContext, type Tx, transact } from "../db/transact.ts";
import { notify } from "../notifications/notify.ts";
import type { Services } from "../trpc/context.ts";

interface Ended {
  outcome: AttemptOutcome;
  answer: string;
  retryAt: Date | undefined;
}

/** Writes down how an attempt ended, unless another has taken the mail over meanwhile. */
export async function endAttempt(
  services: Services,
  mail: Selectable<MailTable>,
  { outcome, answer, retryAt }: Ended,
): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    const at = tx.now().toISOString();
    const isOver = outcome !== "retry";
    await tx.db.insertInto("mailAttempts").values({ id: newId(), mailId: mail.id, at, outcome, answer }).execute();
    const ended = await tx.db
      .updateTable("mails")
      .set({
        state: outcome === "retry" ? "queued" : outcome,
        attempts: mail.attempts + 1,
        nextAttemptAt: retryAt?.toISOString() ?? null,
        claimedUntil: null,
        claimedBy: null,
        answer,
        endedAt: isOver ? at : null,
        ...(isOver && mail.isConfidential && { contentJson: null }),
      })
      .where("id", "=", mail.id)
      .where("state", "=", "sending")
      .where("claimedUntil", "=", mail.claimedUntil)
      .where("claimedBy", "is not distinct from", mail.claimedBy)
      .returning("id")
      .executeTakeFirst();
    if (ended && outcome === "failed" && mail.kind !== "test") await tellAdmins(tx, mail, answer);
  });
}

const notSetUp = "Einen Tag lang war kein Mail-Server eingerichtet.";

/** Ends what has waited for a mail server for a day: by then it would only surprise. */
export async function dropUnsent({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await db
    .updateTable("mails")
    .set({
      ...({ state: "dropped", answer: notSetUp, nextAttemptAt: null, claimedUntil: null } as const),
      endedAt: now().toISOString(),
    })
    .set((eb) => ({
      contentJson: eb.case().when("isConfidential", "=", 1).then(null).else(eb.ref("contentJson")).end(),
    }))
    .where("state", "in", ["queued", "sending"])
    .where("createdAt", "<=", new Date(now().getTime() - dayMs).toISOString())
    .execute();
}

/** One notification an hour, by the bell alone: a mail about mails that fail would fail as well. */
async function tellAdmins(tx: Tx, mail: Selectable<MailTable>, answer: string): Promise<void> {
  const groupKey = "mail.failed";
  const recent = await tx.db
    .selectFrom("notifications")
    .select("id")
    .where("groupKey", "=", groupKey)
    .where("createdAt", ">", new Date(tx.now().getTime() - hourMs).toISOString())
    .executeTakeFirst();
  if (recent) return;
  const admins = await tx.db.selectFrom("users").select("id").where("role", "=", "admin").execute();
  for (const { id: forUserId } of admins) {
    await notify(tx, {
      forUserId,
      title: "E-Mail nicht zugestellt",
      message: `„${escapeHtml(mail.subject)}“ an ${escapeHtml(mail.toEmail)}: <code>${escapeHtml(answer)}</code>`,
      category: "system",
      severity: "critical",
      link: "/settings/mail",
      groupKey,
      actorId: null,
      mayMail: false,
    });
  }
}
