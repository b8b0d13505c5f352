import { sql } from "kysely";
import type { Db } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { findRedis, startRedis } from "../../../tests/support/nodes/redis.ts";
import { openBucket } from "../../../tests/support/servers/bucket.ts";
import { findPostgres, postgresUrl, startPostgres } from "../../../tests/support/servers/postgres.ts";
import { type BenchPortal, startBenchPortal } from "../bench-portal.ts";

/** One portal, by one node or by several that answer for it alike. */
export interface Setup {
  nodes: readonly BenchPortal[];
  stop(): Promise<void>;
}

type Fill = (db: Db, userId: string) => Promise<void>;

/** As Debian's server commits by default: whoever sees an acknowledgement finds the row after a power cut. */
const durable = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", shared_buffers: "512MB" };
const quiet = { MONITORING: "off" };

export type Setups = Record<"sqlite" | "one" | "three", Setup>;

/**
 * The same data on SQLite, on Postgres with one node, and on another Postgres with Redis, a bucket and three nodes.
 * Undefined where Debian's postgresql or redis-server is missing.
 */
export async function startSetups(fill: Fill): Promise<Setups | undefined> {
  const { postgres, redis } = { postgres: findPostgres(), redis: findRedis() };
  if (!postgres || !redis) return undefined;
  const sqlite = await startBenchPortal(fill, { env: quiet });
  const server = await startPostgres(postgres, durable);
  const urls = [await createDatabase(server.folder, "one"), await createDatabase(server.folder, "three")] as const;
  const one = await startBenchPortal(fill, { env: { ...quiet, DATABASE_URL: urls[0] } });
  const bell = await startRedis(redis);
  const { s3, close } = await openBucket();
  const first = await startBenchPortal(fill, {
    env: {
      ...quiet,
      DATABASE_URL: urls[1],
      REDIS_URL: bell.url,
      S3_ENDPOINT: s3.endpoint ?? "",
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      NODE_NAME: "eins",
    },
  });
  const others = [await first.startBeside({ NODE_NAME: "zwei" }), await first.startBeside({ NODE_NAME: "drei" })];
  const nodes = [first, ...others];
  return {
    sqlite: { nodes: [sqlite], stop: sqlite.stop },
    one: { nodes: [one], stop: one.stop },
    three: {
      nodes,
      async stop() {
        for (const node of nodes) await node.stop();
        await bell.stop();
        await close();
        await server.stop();
      },
    },
  };
}

async function createDatabase(folder: string, name: string): Promise<string> {
  const db = await openPostgres(postgresUrl(folder, "postgres"), { size: 1 });
  await sql.raw(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`).execute(db);
  await db.destroy();
  return postgresUrl(folder, name);
}
