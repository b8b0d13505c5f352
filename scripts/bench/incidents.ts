import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CheckEvent } from "../../contract/checks/events.ts";
import { openDatabase } from "../../server/db/connection.ts";
import { migrateToLatest } from "../../server/db/migrate.ts";
import { newId } from "../../server/db/new-id.ts";
import { systemContext, transact } from "../../server/db/transact.ts";
import { followCheckEvents } from "../../server/features/incidents/follow-events.ts";
import { tellDue } from "../../server/features/incidents/messages.ts";
import { createManyWebsites } from "../../server/sample/many-websites.ts";
import { createProviderWithHost } from "./one-host.ts";
import type { Row } from "./table.ts";

const members = 1000;
const maxMs = 1000;
/** As many as the portal follows in one transaction. */
const atOnce = 100;

/** A host with 1,000 websites that goes down: from the events of the checker to the messages in people's bells. */
export async function measureIncidents(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "techcenter-bench-"));
  const db = openDatabase(dataDir);
  try {
    await migrateToLatest(db, dataDir);
    const userId = newId();
    await createProviderWithHost(db, userId, (actorId) => createManyWebsites(db, members, actorId));
    const services = {
      db,
      now: () => new Date(),
      live: { publish: async () => undefined, disconnect: () => undefined },
    };
    const sites = await db.selectFrom("websites").select("id").execute();
    const begun = performance.now();
    for (let start = 0; start < sites.length; start += atOnce) {
      const at = new Date().toISOString();
      const events = sites.slice(start, start + atOnce).map(
        ({ id }, index): CheckEvent => ({
          id: start + index,
          at,
          checkId: id,
          targetType: "website",
          targetId: id,
          kind: "down",
          data: { code: "timeout", text: "Keine Verbindung (Timeout)" },
        }),
      );
      await transact(systemContext(services), (tx) => followCheckEvents(tx, events));
    }
    await tellDue(services);
    const ms = performance.now() - begun;
    const { rootType } = await db.selectFrom("incidents").select("rootType").executeTakeFirstOrThrow();
    return [
      {
        what: `Störung mit ${members} Betroffenen eröffnet (${rootType === "host" ? "eine" : "mehrere"})`,
        measured: `${Math.round(ms)} ms`,
        limit: "–",
        ratio: "–",
        aim: `< ${maxMs} ms`,
        isMet: ms < maxMs && rootType === "host",
      },
    ];
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
