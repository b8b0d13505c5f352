import type { Db } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { lockPostgres } from "../../../server/db/postgres/portal-lock.ts";
import { releaseClaims } from "../../../server/jobs/claims.ts";
import { createLog } from "../../../server/log.ts";
import type { Nodes } from "../../../server/nodes/nodes.ts";
import { sharedNode, startBeating } from "../../../server/nodes/shared-node.ts";

/** Makes this process a node of the portal on a database, of which nothing else runs yet. */
export async function becomeNode(url: string, name: string): Promise<{ db: Db; nodes: Nodes }> {
  const lock = await lockPostgres({ url, sharesWithNodes: true, onTaken: () => process.exit(2) });
  const db = await openPostgres(url, { size: 4, sharesWithNodes: true });
  const own = sharedNode(
    { name, version: "1.0.0", migration: "", bucket: "one" },
    { db, ask: (query) => lock.ask(query), release: (nodes) => releaseClaims({ db, nodes }, new Date()) },
  );
  await own.beat();
  await own.tend();
  await lock.share();
  return { db, nodes: startBeating(own, createLog("silent")) };
}
