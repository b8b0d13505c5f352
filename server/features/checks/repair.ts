import { setImmediate } from "node:timers/promises";
import { type CheckTargetType, checkTargetTypes } from "../../../contract/checks/kinds.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import type { Services } from "../../trpc/context.ts";
import { deriveChecks } from "./derive.ts";

type Needed = Pick<Services, "db" | "now" | "live">;

/** Records that one transaction handles, before other requests are served. */
const atOnce = 200;
const tables: Record<CheckTargetType, string> = { website: "websites", host: "hosts", domain: "domains" };

/** Derives the checks of all records, and writes what differs; returns how many did. */
export async function repairChecks(services: Needed): Promise<number> {
  let differing = 0;
  for (const type of checkTargetTypes) {
    let after = "";
    for (;;) {
      const rows = await dynamic(services.db)
        .selectFrom(tables[type])
        .select("id")
        .where("id", ">", after)
        .orderBy("id")
        .limit(atOnce)
        .execute();
      const ids = rows.map(({ id }) => id);
      differing += await transact(systemContext(services), (tx) => deriveChecks(tx, type, ids));
      const last = ids.at(-1);
      if (ids.length < atOnce || last === undefined) break;
      after = last;
      await setImmediate();
    }
  }
  return differing;
}

/** Derives the checks of a portal that has none yet. */
export async function fillChecks(services: Needed): Promise<void> {
  const known = await services.db.selectFrom("checks").select("id").limit(1).executeTakeFirst();
  if (!known) await repairChecks(services);
}
