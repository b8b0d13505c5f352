import type { z } from "zod";
import type { DiscoveredUrl } from "../../../contract/discoveries/discoveries.ts";
import { answersOf, showsNoSite } from "../../../contract/discoveries/discoveries.ts";
import type * as contract from "../../../contract/discoveries/discoveries-input.ts";
import { transact } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { refuseTooMany } from "./commands.ts";
import { getDiscovery } from "./queries.ts";

/** Has URLs looked at again, for the steps that have not found anything; what people have decided about them stays. */
export async function retryDiscovery(
  ctx: PersonContext,
  { id, urlIds }: z.infer<typeof contract.retryDiscovery>,
): Promise<{ urlIds: string[] }> {
  return transact(ctx, async (tx) => {
    const { urls } = await getDiscovery({ ...ctx, db: tx.db }, { id });
    const asked = urlIds
      ? urls.filter((discovered) => urlIds.includes(discovered.id))
      : urls.filter(({ steps }) => steps.some(({ state }) => state === "failed"));
    if (urlIds && asked.length < new Set(urlIds).size)
      throw new Problem("not_found", { message: "Diese Adresse gehört nicht zu dieser Prüfung." });
    const retried = asked.filter(({ state, website }) => state === "done" && !website);
    if (retried.length === 0)
      throw new Problem("conflict", {
        message: "Hier ist nichts noch einmal zu prüfen: Es läuft schon oder ist angelegt.",
      });
    await refuseTooMany(tx, ctx, retried.length);
    for (const discovered of retried) {
      await tx.db
        .deleteFrom("discoverySteps")
        .where("addressId", "=", discovered.id)
        .where("step", "in", staleSteps(discovered))
        .execute();
      await tx.db
        .updateTable("discoveryAddresses")
        .set({ state: "waiting", claimedBy: null, claimedUntil: null })
        .where("id", "=", discovered.id)
        .execute();
    }
    tx.wake("discoveries");
    return { urlIds: retried.map((discovered) => discovered.id) };
  });
}

/** Everything hangs on what was reached; to whom a site belongs on what the other steps have found. */
function staleSteps({ steps }: DiscoveredUrl) {
  const isReached = answersOf(steps).reach !== undefined && !showsNoSite({ steps });
  return steps
    .filter(({ step, state }) => !isReached || state !== "done" || step === "customer")
    .map(({ step }) => step);
}
