import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { openChecks } from "../../../server/checks/access.ts";
import { followCheckEvents, onCheckEvents } from "../../../server/features/checks/follow-events.ts";
import type { Publisher } from "../../../server/live/publisher.ts";
import { openData } from "../portal/open-data.ts";

// Follows the checker's events as the portal does, and notes each that its listeners were handed.

const [, , dataDir = ""] = process.argv;
const db = await openData(dataDir);
const live: Publisher = { publish: async () => undefined, disconnect: () => undefined };
onCheckEvents(async (tx, events) => {
  for (const { id } of events)
    await sql`insert into followed (number, event_id)
      select coalesce(max(number), 0) + 1, ${id} from followed`.execute(tx.db);
});
const services = { db, live, now: () => new Date(), checks: openChecks(dataDir) };
process.send?.("ready");
process.on("disconnect", () => process.exit(0));
for (;;) {
  await followCheckEvents(services);
  await delay(5);
}
