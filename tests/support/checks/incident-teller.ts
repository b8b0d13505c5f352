import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import "../../../server/features/register.ts";
import { openChecks } from "../../../server/checks/access.ts";
import { followCheckEvents } from "../../../server/features/checks/follow-events.ts";
import { tellDue } from "../../../server/features/incidents/messages.ts";
import type { Publisher } from "../../../server/live/publisher.ts";
import { openData } from "../portal/open-data.ts";

// Makes incidents of what the checker finds and tells of them, as the portal does; begins when it is told to.

const [, , dataDir = ""] = process.argv;
const db = await openData(dataDir);
const live: Publisher = { publish: async () => undefined, disconnect: () => undefined };
const services = { db, live, now: () => new Date(), checks: openChecks(dataDir) };
process.on("disconnect", () => process.exit(0));
await once(process, "message");
for (;;) {
  await followCheckEvents(services);
  await tellDue(services);
  await delay(5);
}
