import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import type { Environment } from "../../../server/env.ts";

interface BucketInTest {
  s3: NonNullable<Environment["s3"]>;
  /** Makes an object older, by the store's clock, than it is. */
  age(name: string, byMs: number): void;
  close(): Promise<void>;
}

/** A bucket in an S3-compatible store of its own; its access keys are the ones that store knows. */
export async function openBucket(): Promise<BucketInTest> {
  const directory = mkdtempSync(path.join(tmpdir(), "techcenter-bucket-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "uploads", configs: [] }],
  });
  const { port } = await server.run();
  return {
    s3: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "eu-central-1",
      bucket: "uploads",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    age(name, byMs) {
      const at = new Date(Date.now() - byMs);
      utimesSync(path.join(directory, "uploads", `${name}._S3rver_object`), at, at);
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
