/**
 * A node of a portal, as far as pages are concerned, in a process of its own: it can be killed and held. What goes over the
 * bus goes through the process that has started it.
 */
import Sqlite from "better-sqlite3";
import { wrapDatabase } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import "../../../server/features/register.ts";
import { createLog } from "../../../server/log.ts";
import type { Bus, BusHandler } from "../../../server/nodes/bus.ts";
import { localBus } from "../../../server/nodes/local-bus.ts";
import { openPageNode } from "./page-node.ts";

const [place = ""] = process.argv.slice(2);
const db = place.startsWith("postgres:")
  ? await openPostgres(place, { size: 4, sharesWithNodes: true })
  : wrapDatabase(new Sqlite(place));

const handlers = new Map<string, Set<BusHandler>>();
const bus: Bus = {
  ...localBus(),
  publish: (topic, payload) => void process.send?.({ topic, payload }),
  subscribe(topic, handler) {
    const known = handlers.get(topic) ?? new Set();
    handlers.set(topic, known.add(handler));
    return () => known.delete(handler);
  },
};
process.on("message", ({ topic, payload }: { topic: string; payload: unknown }) => {
  for (const handler of handlers.get(topic) ?? []) handler(payload);
});

const live = { publish: async () => undefined, disconnect: () => undefined };
const services = { db, bus, live, log: createLog("error"), now: () => new Date() };
const node = await openPageNode(services, { askMs: 1000 });
process.send?.({ origin: node.origin });
process.once("SIGTERM", async () => {
  await node.stop();
  await db.destroy();
  // As the portal does: threads that read large pages apart are left behind.
  process.exit(0);
});
