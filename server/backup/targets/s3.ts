import { Readable } from "node:stream";
import * as aws from "@aws-sdk/client-s3";
import type { Guard } from "../../outbound/guarded-connect.ts";
import type { TargetConfig } from "./config.ts";
import { guardedAgents } from "./guarded-agent.ts";
import { assertObjectName, type BackupTarget, isObjectName } from "./target.ts";

/** What is larger goes in parts, one of which is in memory at a time; the 10,000 that S3 allows are 160 GB. */
const partBytes = 16 * 1024 * 1024;

/** A bucket, or a prefix in one. An object of S3 is there or not; parts that are never completed are dropped by abort. */
export async function openS3Target(config: Extract<TargetConfig, { kind: "s3" }>, guard: Guard): Promise<BackupTarget> {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = config;
  const host = endpoint ? new URL(endpoint).hostname : `s3.${region}.amazonaws.com`;
  const { http: httpAgent, https: httpsAgent } = await guardedAgents(host, guard);
  const client = new aws.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { httpAgent, httpsAgent },
    // Stores other than Amazon's refuse the checksums that the SDK adds by itself.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const prefix = config.prefix ? `${config.prefix}/` : "";
  const keyOf = (name: string) => prefix + assertObjectName(name);
  await client.send(new aws.ListObjectsV2Command({ Bucket, Prefix: `${prefix}snapshots/`, MaxKeys: 1 }));

  async function putParts(Key: string, parts: AsyncGenerator<Buffer>, first: Buffer): Promise<void> {
    const { UploadId } = await client.send(new aws.CreateMultipartUploadCommand({ Bucket, Key }));
    try {
      const done: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let part: Buffer | undefined = first; part; part = (await parts.next()).value) {
        const PartNumber = done.length + 1;
        const sent = await client.send(new aws.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: part }));
        done.push({ ETag: sent.ETag, PartNumber });
      }
      const MultipartUpload = { Parts: done };
      await client.send(new aws.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    } catch (error) {
      await client.send(new aws.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  return {
    label: `s3://${Bucket}/${config.prefix}`,
    async put(name, body, size) {
      const Key = keyOf(name);
      const parts = inParts(body);
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      if (size > partBytes) await putParts(Key, parts, first);
      else await client.send(new aws.PutObjectCommand({ Bucket, Key, Body: first }));
    },
    async get(name) {
      try {
        const { Body } = await client.send(new aws.GetObjectCommand({ Bucket, Key: keyOf(name) }));
        return Body instanceof Readable ? Body : undefined;
      } catch (error) {
        if (error instanceof aws.S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name)) return undefined;
        throw error;
      }
    },
    remove: async (name) => void (await client.send(new aws.DeleteObjectCommand({ Bucket, Key: keyOf(name) }))),
    async *list(folder) {
      for await (const page of aws.paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${folder}/` })) {
        for (const { Key = "", Size: size = 0, LastModified: modifiedAt = new Date(0) } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          if (isObjectName(name)) yield { name, size, modifiedAt };
        }
      }
    },
    async close() {
      client.destroy();
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

/** A stream in buffers of one part each, the last one shorter. */
async function* inParts(body: Readable): AsyncGenerator<Buffer, undefined> {
  let chunks: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    held += chunk.length;
    if (held < partBytes) continue;
    const all = Buffer.concat(chunks);
    yield all.subarray(0, partBytes);
    chunks = [all.subarray(partBytes)];
    held = all.length - partBytes;
  }
  if (held > 0) yield Buffer.concat(chunks);
}
