import { sql } from "kysely";
import type { z } from "zod";
import type { LoggedMail, MailAttempt, MailStatus } from "../../../contract/mail/mail.ts";
import type { listMails as input } from "../../../contract/mail/mail-input.ts";
import { type Page, toPage } from "../../../contract/pagination.ts";
import { isMailConfigured } from "../../../contract/settings/mail.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import { readSettings } from "../../settings/read-settings.ts";

type Asked = z.infer<typeof input>;

const matching = (db: Db, { where, search }: Pick<Asked, "where" | "search">) => {
  const pattern = `%${(search ?? "").toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const holds = (column: "toEmail" | "toName" | "subject" | "answer") =>
    sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
  let query = db.selectFrom("mails");
  if (where.state !== undefined) query = query.where("state", "=", where.state);
  if (where.kind !== undefined) query = query.where("kind", "=", where.kind);
  if (search)
    query = query.where((eb) => eb.or([holds("toEmail"), holds("toName"), holds("subject"), holds("answer")]));
  return query;
};

export async function listMails(db: Db, { page, limit, ...asked }: Asked): Promise<Page<LoggedMail>> {
  const counted = await matching(db, asked)
    .select((eb) => eb.fn.countAll<number | string>().as("total"))
    .executeTakeFirst();
  const rows = await matching(db, asked)
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const attempts = await attemptsOf(
    db,
    rows.map(({ id }) => id),
  );
  const logged = rows.map(
    (row): LoggedMail => ({
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      state: row.state,
      answer: row.answer,
      to: { email: row.toEmail, name: row.toName, userId: row.toUserId },
      attempts: attempts.get(row.id) ?? [],
      nextAttemptAt: toDate(row.nextAttemptAt),
      createdAt: new Date(row.createdAt),
      endedAt: toDate(row.endedAt),
      canResend: canResend(row),
    }),
  );
  return toPage(logged, Number(counted?.total), limit);
}

async function attemptsOf(db: Db, ids: string[]): Promise<Map<string, MailAttempt[]>> {
  const found = new Map<string, MailAttempt[]>();
  if (ids.length === 0) return found;
  const rows = await db.selectFrom("mailAttempts").selectAll().where("mailId", "in", ids).orderBy("at").execute();
  for (const { mailId, at, outcome, answer } of rows)
    found.set(mailId, [...(found.get(mailId) ?? []), { at: new Date(at), outcome, answer }]);
  return found;
}

/** What has ended can go out again while it is known what it said; a test is made anew. */
export function canResend({ state, kind, contentJson }: { state: string; kind: string; contentJson: string | null }) {
  return (state === "sent" || state === "failed" || state === "dropped") && kind !== "test" && contentJson !== null;
}

export async function getMailStatus(db: Db, now: Date): Promise<MailStatus> {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  const row = await db
    .selectFrom("mails")
    .select((eb) => [
      eb.fn.countAll<number | string>().filterWhere("state", "in", ["queued", "sending"]).as("waiting"),
      eb.fn
        .countAll<number | string>()
        .filterWhere((eb) =>
          eb.and([eb("state", "in", ["failed", "dropped"]), eb("endedAt", ">", dayAgo), eb("kind", "!=", "test")]),
        )
        .as("failedToday"),
      eb.fn.max("endedAt").filterWhere("state", "=", "sent").as("lastSentAt"),
    ])
    .executeTakeFirst();
  return {
    isConfigured: isMailConfigured(await readSettings(db, "mail")),
    waiting: Number(row?.waiting ?? 0),
    failedToday: Number(row?.failedToday ?? 0),
    lastSentAt: toDate(row?.lastSentAt ?? null),
  };
}
