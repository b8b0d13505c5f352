import { sql } from "kysely";
import type { RawAnswer } from "../../../contract/registrations/registrations.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import type { Services } from "../../trpc/context.ts";

/** How long an answer is kept after it was given last. */
const keptDays = 30;

/** Keeps an answer as it came, without people; one that is as the one before it takes no room. */
export async function keepAnswer(
  { db, now }: Pick<Services, "db" | "now">,
  domainId: string,
  { source, body }: Pick<RawAnswer, "source" | "body">,
): Promise<void> {
  const at = now().toISOString();
  const { numUpdatedRows } = await db
    .updateTable("registryAnswers")
    .set({ lastSeenAt: at })
    .where("id", "=", (eb) =>
      eb.selectFrom("registryAnswers as a").select(sql<string>`max(a.id)`.as("id")).where("a.domainId", "=", domainId),
    )
    .where("source", "=", source)
    .where("body", "=", body)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto("registryAnswers")
    .values({ id: newId(), domainId, source, body, firstSeenAt: at, lastSeenAt: at })
    .execute();
}

/** The answers about a domain, the last one first. */
export async function readAnswers(db: Db, domainId: string): Promise<RawAnswer[]> {
  const rows = await db
    .selectFrom("registryAnswers")
    .select(["source", "body", "firstSeenAt", "lastSeenAt"])
    .where("domainId", "=", domainId)
    .orderBy("id", "desc")
    .limit(10)
    .execute();
  return rows.map(({ firstSeenAt, lastSeenAt, ...answer }) => ({
    ...answer,
    firstSeenAt: new Date(firstSeenAt),
    lastSeenAt: new Date(lastSeenAt),
  }));
}

/** Removes answers that are old, and those about domains that are gone. */
export async function removeOldAnswers({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs).toISOString();
  await db
    .deleteFrom("registryAnswers")
    .where((eb) =>
      eb.or([
        eb("lastSeenAt", "<", before),
        eb.not(eb.exists(eb.selectFrom("domains as d").select("d.id").whereRef("d.id", "=", "domainId"))),
      ]),
    )
    .execute();
}
