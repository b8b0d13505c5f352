import { portalDate } from "../../../contract/time/today.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored } from "../../records/stored.ts";
import type { Services } from "../../trpc/context.ts";
import { writeUnattended } from "../terms/write-unattended.ts";

/**
 * Says of domains whose holder has not answered the registry in time that it is too late; the daily job. Safe to be
 * repeated: each domain is written as it was read, so that of two processes one does it.
 */
export async function tendHolderChecks(services: Pick<Services, "db" | "now" | "live" | "log">): Promise<void> {
  const today = portalDate(services.now());
  const late = await services.db
    .selectFrom("domains")
    .select("id")
    .where("nis2Status", "=", "requested")
    .where("nis2DeadlineAt", "<", today)
    .where("archivedAt", "is", null)
    .execute();
  for (const { id } of late)
    await transact(systemContext(services), async (tx) => {
      const stored = await readStored(tx.db, storeOf("domain"), id);
      const { nis2Status, nis2DeadlineAt } = stored?.values ?? {};
      if (!stored || stored.archivedAt || nis2Status !== "requested" || String(nis2DeadlineAt) >= today) return;
      await writeUnattended(tx, "domain", stored, { nis2Status: "overdue" });
    }).catch((err: unknown) => services.log.error({ err, recordId: id }, "holder check could not be followed"));
}
