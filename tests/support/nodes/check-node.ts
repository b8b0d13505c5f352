import { sql } from "kysely";
import { openChecks } from "../../../server/checks/access.ts";
import { readEnvironment } from "../../../server/env.ts";
import { onCheckEvents } from "../../../server/features/checks/follow-events.ts";
import { openUploads } from "../../../server/files/uploads.ts";
import { createLog } from "../../../server/log.ts";
import { redisBus } from "../../../server/nodes/redis-bus.ts";
import { redisClients } from "../../../server/nodes/redis-clients.ts";
import { watchChecks } from "../../../server/portal/watch-checks.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { openOffice } from "../office.ts";
import { becomeNode } from "./become-node.ts";

/**
 * A node of which nothing runs but the checks, in a process that may be killed. It notes each event that its portal acts
 * on, in the transaction in which that is done; its checker says by its name who looks.
 */
const [, , name = "", dataDir = "", place = "{}"] = process.argv;

const env = readEnvironment({
  ...JSON.parse(place),
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  LOG_LEVEL: "error",
  PUBLIC_URL: `http://${name}.example`,
});
const { db, nodes } = await becomeNode(env.postgres?.url ?? "", name);
const log = createLog("silent");
const bus = redisBus({ clients: redisClients(env.redis?.url ?? ""), prefix: "techcenter", log });
const { services } = await openOffice({ db, nodes, bus });
const { signingKey } = loadSecrets(dataDir);
onCheckEvents(async (tx, events) => {
  for (const { id, checkId, kind, data } of events)
    await sql`insert into followed (event_id, check_id, kind, came_from, node)
      values (${id}, ${checkId}, ${kind}, ${typeof data.from === "string" ? data.from : null}, ${name})`.execute(tx.db);
});
watchChecks(
  {
    ...services,
    now: () => new Date(),
    checks: openChecks(dataDir, { isShared: true }),
    uploads: await openUploads(env, { signingKey }),
  },
  env,
  undefined,
);
process.stdout.write("ready\n");
