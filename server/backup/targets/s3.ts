import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as aws from "@aws-sdk/client-s3";
import type { Guard } from "../../outbound/guarded-connect.ts";
import type { TargetConfig } from "./config.ts";
import { type Line, skip } from "./line.ts";
import { openS3Bucket } from "./s3-bucket.ts";
import { abort, inParts, openUploads, partBytes, putParts } from "./s3-parts.ts";
import { assertObjectName, type BackupTarget, isObjectName } from "./target.ts";
import { statusOf } from "./transient.ts";

/** A bucket, or a prefix in one. An object of S3 is there or not; parts that are never completed are dropped by abort. */
export async function openS3Target(
  config: Extract<TargetConfig, { kind: "s3" }>,
  guard: Guard,
  line: Line,
): Promise<BackupTarget> {
  const bucket = await openS3Bucket(config, guard, line);
  const { client, Bucket } = bucket;
  const prefix = config.prefix ? `${config.prefix}/` : "";
  const keyOf = (name: string) => prefix + assertObjectName(name);
  // Whether it can be listed, by a name that nothing else begins with: some stores fail to cut a list short.
  await client.send(new aws.ListObjectsV2Command({ Bucket, Prefix: keyOf("snapshots/owner.json") }));

  return {
    label: `s3://${Bucket}/${config.prefix}`,
    async put(name, open, size) {
      const Key = keyOf(name);
      const body = await open();
      try {
        if (size > partBytes) await putParts(bucket, Key, inParts(body));
        else
          await bucket.send(await buffer(body), (sent) =>
            client.send(new aws.PutObjectCommand({ Bucket, Key, ...sent })),
          );
      } finally {
        body.destroy();
      }
    },
    async get(name) {
      const Key = keyOf(name);
      return line.read(async (from) => {
        const range = from > 0 ? { Range: `bytes=${from}-` } : {};
        try {
          const { Body, ContentRange } = await client.send(new aws.GetObjectCommand({ Bucket, Key, ...range }));
          if (!(Body instanceof Readable)) return undefined;
          return from > 0 && ContentRange === undefined ? skip(Body, from) : Body;
        } catch (error) {
          if (error instanceof aws.S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name))
            return undefined;
          throw error;
        }
      });
    },
    async remove(name) {
      await line.retry(() => client.send(new aws.DeleteObjectCommand({ Bucket, Key: keyOf(name) })));
    },
    async *list(folder) {
      let ContinuationToken: string | undefined;
      do {
        const page = await line.retry(() =>
          client.send(new aws.ListObjectsV2Command({ Bucket, Prefix: `${prefix}${folder}/`, ContinuationToken })),
        );
        for (const { Key = "", Size: size = 0, LastModified: modifiedAt = new Date(0) } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          if (isObjectName(name)) yield { name, size, modifiedAt };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },
    async removeLeftovers(before) {
      try {
        for await (const upload of openUploads(bucket, prefix)) {
          line.moved();
          if (isObjectName(upload.name) && upload.modifiedAt < before) await line.retry(() => abort(bucket, upload));
        }
      } catch (error) {
        // Not every store has this list, and not every key may read it.
        if (!(error instanceof Error) || ![400, 403, 404, 405, 501].includes(statusOf(error) ?? 0)) throw error;
      }
    },
    close: async () => bucket.close(),
  };
}
