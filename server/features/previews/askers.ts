import type { Selectable } from "kysely";
import type { PreviewTable } from "../../db/tables/lookups.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";

type Asked = Pick<Selectable<PreviewTable>, "askedAt" | "askedByJson">;

const atOnce = 200;

/** What remains due when somebody has asked since the claim: what they want to see may have come after the visit. */
export function whoStillWaits({ askedAt, askedByJson }: Asked, claimed: Asked) {
  if (askedAt === null || askedAt === claimed.askedAt) return undefined;
  const before = new Set<string>(JSON.parse(claimed.askedByJson));
  const askedBy: string[] = JSON.parse(askedByJson);
  return { dueAt: askedAt, askedAt, askedByJson: JSON.stringify(askedBy.filter((id) => !before.has(id))) };
}

/** Whoever asked learns how it ended; everybody's screens follow. */
export function tellEnd(
  tx: Tx,
  askedBy: readonly string[],
  website: { id: string; title: string },
  error: string | undefined,
): void {
  tellAskers(tx, askedBy, website, error);
  tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [website.id] } } });
}

function tellAskers(
  tx: Tx,
  askedBy: readonly string[],
  { id, title }: { id: string; title: string },
  error: string | undefined,
): void {
  const payload = { website: { id, name: title } };
  for (const toUserId of askedBy) {
    if (error === undefined) tx.signal({ event: "updatePreviewImage", payload, toUserId });
    tx.signal({
      event: "stopPreviewBtnSync",
      payload: error === undefined ? payload : { ...payload, error: error.replace(/\.$/, "") },
      toUserId,
    });
  }
}

/** Ends all waiting over what stands against every picture; those that come by themselves remain due. */
export async function endWaiting(services: Pick<Services, "db" | "now" | "live">, reason: string): Promise<void> {
  for (let isLast = false; !isLast; )
    isLast = await transact(systemContext(services), async (tx) => {
      const rows = await tx.db
        .selectFrom("previews as p")
        .innerJoin("websites as w", "w.id", "p.websiteId")
        .select(["w.id", "w.title", "p.askedByJson"])
        .where("p.askedAt", "is not", null)
        .limit(atOnce)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return true;
      await tx.db
        .updateTable("previews")
        .set({ askedAt: null, askedByJson: "[]" })
        .where("websiteId", "in", ids)
        .execute();
      for (const { askedByJson, ...website } of rows) tellAskers(tx, JSON.parse(askedByJson), website, reason);
      for (let start = 0; start < ids.length; start += 100)
        tx.signal({
          event: "recordsChanged",
          payload: { records: { type: "website", ids: ids.slice(start, start + 100) } },
        });
      return ids.length < atOnce;
    });
}
