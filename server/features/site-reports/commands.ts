import type { z } from "zod";
import type { ConnectedReporter, oneReporter } from "../../../contract/site-reports/site-reports.ts";
import { newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { forgetUnreported } from "../vulnerabilities/feed-list.ts";

/** Connects a website anew: the key that was entered in its plugin before is good no more. */
export async function connectReporter(
  ctx: PersonContext,
  { websiteId }: z.infer<typeof oneReporter>,
): Promise<ConnectedReporter> {
  const secret = newToken();
  const publicId = newId();
  return transact(ctx, async (tx) => {
    const website = await tx.db
      .selectFrom("websites")
      .select(["title", "archivedAt"])
      .where("id", "=", websiteId)
      .executeTakeFirst();
    if (!website) throw notFound();
    if (website.archivedAt !== null)
      throw new Problem("precondition", { message: "Was im Archiv ist, wird nicht überwacht." });
    const row = {
      publicId,
      sealedSecret: ctx.vault.seal(secret),
      createdAt: tx.now().toISOString(),
      lastAt: null,
      lastStamp: 0,
    };
    await tx.db
      .insertInto("siteReporters")
      .values({ websiteId, reportJson: null, ...row })
      .onConflict((conflict) => conflict.column("websiteId").doUpdateSet(row))
      .execute();
    await tx.record({ kind: "reporter.connected", subject: { type: "website", id: websiteId } });
    tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [websiteId] } } });
    return { name: website.title, key: `${ctx.baseUrl()}/api/v1/push/site/${publicId}#${secret}` };
  });
}

/** Takes no reports of a website any more, and forgets what it reported. */
export async function disconnectReporter(
  ctx: PersonContext,
  { websiteId }: z.infer<typeof oneReporter>,
): Promise<{ websiteId: string }> {
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom("siteReporters")
      .where("websiteId", "=", websiteId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await forgetUnreported(tx);
    await tx.record({ kind: "reporter.removed", subject: { type: "website", id: websiteId } });
    tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [websiteId] } } });
    return { websiteId };
  });
}
