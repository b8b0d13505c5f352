import type { z } from "zod";
import type { adoptExpiry as input } from "../../../contract/registrations/registration-input.ts";
import type { Registration } from "../../../contract/registrations/registrations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { updateRecordIn, type Written } from "../../records/commands.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { readLookup } from "../lookups/queries.ts";
import { refuseUnversioned } from "../terms/commands.ts";
import { setTermOrigin } from "../terms/origin.ts";

/** Lets the day of the registry take the place of the one that somebody entered. */
export async function adoptExpiry(ctx: RecordContext, { id, version }: z.infer<typeof input>): Promise<Written> {
  if (!(await isReadable(ctx.db, { type: "domain", id }, ctx.person))) throw notFound();
  refuseUnversioned(ctx, version);
  return transact(ctx, async (tx) => {
    const looked = await readLookup<Registration>(tx.db, "registration", id);
    const expiresOn = looked?.answer?.expiresOn;
    if (!expiresOn || expiresOn < portalDate(tx.now()))
      throw new Problem("precondition", { message: "Die Registry nennt keinen Ablauf, der noch kommt." });
    setTermOrigin(tx, { source: "registry", confirms: true });
    const body = { renewsAt: expiresOn };
    return updateRecordIn(tx, storeOf("domain"), ctx, { params: { id }, body, version });
  });
}
