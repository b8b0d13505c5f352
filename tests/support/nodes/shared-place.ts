import { copyFileSync } from "node:fs";
import path from "node:path";
import { loadSecrets, type Secrets } from "../../../server/secrets.ts";
import { atFileEnd } from "../file-end.ts";
import { createPostgres, startMigrated } from "../postgres/databases.ts";
import { openBucket } from "../servers/bucket.ts";
import { findPostgres, type PostgresServer } from "../servers/postgres.ts";
import { temporaryFolder } from "../temporary-folders.ts";
import { findRedis, type RedisServer, startRedis } from "./redis.ts";

const programs = { postgres: findPostgres(), redis: findRedis() };
const missing = [!programs.postgres && "postgresql", !programs.redis && "redis-server"].filter(Boolean).join(" and ");

/** What nodes of a portal need and this host lacks, by the names of Debian; empty where it has all of it. */
export const missingForNodes = missing;
/** For the name of tests that are skipped for it. */
export const whyWithoutNodes = missing ? ` (skipped: Debian's ${missing} is not installed)` : "";

/** What the nodes of one portal have in common. */
export interface SharedPlace {
  /** The variables that are the same on all of them. */
  env: Record<string, string>;
  postgres: PostgresServer;
  redis: RedisServer;
  secrets: Secrets;
  /** A data folder for a node, with the secrets that all of them have. */
  newDataDir(): string;
}

/** A database, a Redis and a bucket for the nodes of one portal, until the end of the test file. */
export async function openSharedPlace(settings?: Record<string, string>): Promise<SharedPlace> {
  const postgres = await startMigrated(programs.postgres ?? "", settings);
  atFileEnd(postgres.stop);
  const redis = await startRedis(programs.redis ?? "");
  atFileEnd(redis.stop);
  const { s3, close } = await openBucket();
  atFileEnd(close);
  const { url } = await createPostgres(postgres.folder);
  const original = temporaryFolder("secrets");
  const secrets = loadSecrets(original);
  return {
    env: {
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      S3_ENDPOINT: s3.endpoint ?? "",
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    postgres,
    redis,
    secrets,
    newDataDir() {
      const folder = temporaryFolder("node");
      copyFileSync(path.join(original, "secrets.json"), path.join(folder, "secrets.json"));
      return folder;
    },
  };
}
