import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { escapeHtml } from "../../../../contract/document/html.ts";
import { addMonths, portalDate } from "../../../../contract/time/today.ts";
import { quoted } from "../../../../contract/values/quoted.ts";
import type { confirmPage as confirmInput } from "../../../../contract/wiki/page-input.ts";
import { activeUsers, fallbackAmong } from "../../../db/active-users.ts";
import { systemContext, transact } from "../../../db/transact.ts";
import { notify } from "../../../notifications/notify.ts";
import { updateRecordIn, type Written } from "../../../records/commands.ts";
import { isReadable, readableAmong } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import { readStored } from "../../../records/stored.ts";
import type { Services } from "../../../trpc/context.ts";

/** Says that what a page tells still holds; it is due again after its usual time. */
export async function confirmPage(ctx: RecordContext, { id, version }: z.infer<typeof confirmInput>): Promise<Written> {
  const today = portalDate(ctx.now());
  return transact(ctx, async (tx) => {
    const months = (await readStored(tx.db, storeOf("page"), id))?.values.reviewEveryMonths;
    const body = {
      lastReviewedAt: today,
      lastReviewedById: ctx.person.id,
      reviewAt: typeof months === "number" ? addMonths(today, months) : null,
    };
    return updateRecordIn(tx, storeOf("page"), ctx, { params: { id }, body, version, as: "page.confirmed" });
  });
}

type Telling = Pick<Services, "db" | "live" | "now">;

/**
 * Tells the owners of pages that are due for review, once for each day of review; of those that nobody owns, whoever
 * looks after what is nobody's, in one notification.
 */
export async function tellDueReviews(services: Telling): Promise<number> {
  return (await tellOwners(services)) + (await tellOfOwnerless(services));
}

async function tellOwners({ db, live, now }: Telling): Promise<number> {
  const today = portalDate(now());
  const due = await db
    .selectFrom("pages")
    .innerJoin("users", "users.id", "pages.responsibleUserId")
    .select(["pages.id", "pages.title", "reviewAt", "users.id as userId", "users.role"])
    .where("reviewAt", "<=", today)
    // `+` has SQLite take the few that have a day of review, not the index of all that are not archived.
    .where(sql<SqlBool>`+${sql.ref("pages.archivedAt")} is null`)
    .where("users.deactivatedAt", "is", null)
    .where((eb) => eb.or([eb("reviewToldFor", "is", null), eb("reviewToldFor", "!=", eb.ref("reviewAt"))]))
    .execute();
  let told = 0;
  for (const { id, title, reviewAt, userId, role } of due) {
    await transact(systemContext({ db, now, live }), async (tx) => {
      await tx.db.updateTable("pages").set({ reviewToldFor: reviewAt }).where("id", "=", id).execute();
      if (!(await isReadable(tx.db, { type: "page", id }, { id: userId, role: role }))) return;
      const sentence = `${quoted(title)} sollte geprüft werden.`;
      await notify(tx, {
        forUserId: userId,
        title: sentence.length > 140 ? "Eine Wiki-Seite sollte geprüft werden." : sentence,
        message: `${escapeHtml(sentence)} Stimmt alles noch? Dann bestätige die Seite als aktuell.`,
        category: "wiki",
        link: `/wiki/${id}`,
        asksForAction: true,
      });
      told += 1;
    });
  }
  return told;
}

const maxNamed = 12;

async function tellOfOwnerless({ db, live, now }: Telling): Promise<number> {
  return transact(systemContext({ db, live, now }), async (tx) => {
    const { rows: due } = await sql<{ id: string; title: string }>`
      update pages set review_told_for = review_at
      where review_at <= ${portalDate(now())} and +archived_at is null and review_told_for is not review_at
        and not exists (select 1 from users where id = pages.responsible_user_id and deactivated_at is null)
      returning id, title`.execute(tx.db);
    if (due.length === 0) return 0;
    const people = await activeUsers(tx.db).select(["id", "role"]).where("joinedAt", "is not", null).execute();
    const ids = due.map(({ id }) => id);
    let told = 0;
    for (const person of fallbackAmong(people)) {
      const readable = await readableAmong(tx.db, "page", ids, person);
      const pages = due.filter(({ id }) => readable.has(id)).sort((a, b) => a.title.localeCompare(b.title, "de"));
      const [only] = pages;
      if (!only) continue;
      const names = pages.slice(0, maxNamed).map(({ title }) => escapeHtml(quoted(title)));
      const more = pages.length > maxNamed ? [`und ${pages.length - maxNamed} weitere`] : [];
      const one = pages.length === 1;
      await notify(tx, {
        forUserId: person.id,
        title: one ? "Eine Wiki-Seite sollte geprüft werden." : `${pages.length} Wiki-Seiten sollten geprüft werden.`,
        message: `${[...names, ...more].join(", ")}: Dafür ist niemand verantwortlich.`,
        category: "wiki",
        link: one ? `/wiki/${only.id}` : "/",
        asksForAction: true,
      });
      told += 1;
    }
    return told;
  });
}
