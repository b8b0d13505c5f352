import type { z } from "zod";
import { escapeHtml } from "../../../../contract/document/html.ts";
import { addMonths, portalDate } from "../../../../contract/time/today.ts";
import type { confirmPage as confirmInput } from "../../../../contract/wiki/page-input.ts";
import { systemContext, transact } from "../../../db/transact.ts";
import { notify } from "../../../notifications/notify.ts";
import { updateRecordIn, type Written } from "../../../records/commands.ts";
import { isReadable } from "../../../records/readable.ts";
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

/** Tells the owners of pages that are due for review, once for each day of review. */
export async function tellDueReviews({ db, live, now }: Pick<Services, "db" | "live" | "now">): Promise<number> {
  const today = portalDate(now());
  const due = await db
    .selectFrom("pages")
    .innerJoin("users", "users.id", "pages.responsibleUserId")
    .select(["pages.id", "pages.title", "reviewAt", "users.id as userId", "users.role"])
    .where("reviewAt", "<=", today)
    .where("pages.archivedAt", "is", null)
    .where("users.deactivatedAt", "is", null)
    .where((eb) => eb.or([eb("reviewToldFor", "is", null), eb("reviewToldFor", "!=", eb.ref("reviewAt"))]))
    .execute();
  let told = 0;
  for (const { id, title, reviewAt, userId, role } of due) {
    await transact(systemContext({ db, now, live }), async (tx) => {
      await tx.db.updateTable("pages").set({ reviewToldFor: reviewAt }).where("id", "=", id).execute();
      if (!(await isReadable(tx.db, { type: "page", id }, { id: userId, role: role }))) return;
      const sentence = `„${title}“ sollte geprüft werden.`;
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
