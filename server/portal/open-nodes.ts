import type { Db } from "../db/connection.ts";
import { listMigrations } from "../db/migrate.ts";
import type { DatabaseLock } from "../db/postgres/portal-lock.ts";
import type { Environment } from "../env.ts";
import { readNodeFigures } from "../features/system/node-figures.ts";
import { readOwnVersion } from "../features/system/own-version.ts";
import { releaseClaims } from "../jobs/claims.ts";
import type { Log } from "../log.ts";
import { join } from "../nodes/join.ts";
import { type Nodes, singleNode } from "../nodes/nodes.ts";
import { sharedNode, startBeating } from "../nodes/shared-node.ts";
import { unlessFull } from "../problem.ts";
import type { Secrets } from "../secrets.ts";

interface Place {
  db: Db;
  lock: DatabaseLock | undefined;
  secrets: Secrets;
}

/** This portal as the only one on its data, or as a node beside others; what nodes that are gone have claimed is free. */
export async function openNodes(env: Environment, log: Log, { db, lock, secrets }: Place): Promise<Nodes> {
  const release = (nodes: Nodes) => unlessFull(releaseClaims({ db, nodes }, new Date()));
  if (!env.redis || !lock) {
    const nodes = singleNode();
    await release(nodes);
    return nodes;
  }
  const bucket = `${env.s3?.endpoint ?? ""}/${env.s3?.bucket ?? ""}`;
  const [version, migrations] = await Promise.all([readOwnVersion(), listMigrations()]);
  const facts = { name: env.nodeName, version, migration: migrations.at(-1) ?? "", bucket };
  const node = sharedNode(facts, {
    db,
    ask: (query) => lock.ask(query),
    release,
    figures: () => readNodeFigures(db),
  });
  await join(node, { db, secrets, bucket, now: () => new Date() });
  await lock.share();
  log.info({ node: node.name, id: node.id }, "this node has joined");
  return startBeating(node, log);
}
