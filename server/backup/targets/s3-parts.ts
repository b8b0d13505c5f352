import type { Readable } from "node:stream";
import * as aws from "@aws-sdk/client-s3";
import type { S3Bucket } from "./s3-bucket.ts";

/** What is larger goes in parts, one of which is in memory at a time; the 10,000 that S3 allows are 160 GB. */
export const partBytes = 16 * 1024 * 1024;

interface Upload {
  Key: string;
  UploadId: string | undefined;
}

export const abort = ({ client, Bucket }: S3Bucket, { Key, UploadId }: Upload) =>
  client.send(new aws.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));

/** Puts an object part by part, and drops them where that fails. */
export async function putParts(bucket: S3Bucket, Key: string, parts: AsyncGenerator<Buffer>): Promise<void> {
  const { client, Bucket, line, send } = bucket;
  const created = new aws.CreateMultipartUploadCommand({ Bucket, Key });
  const { UploadId } = await line.retry(() => client.send(created));
  try {
    const done: { ETag: string | undefined; PartNumber: number }[] = [];
    for await (const part of parts) {
      const PartNumber = done.length + 1;
      const { ETag } = await send(part, (sent) =>
        client.send(new aws.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ...sent })),
      );
      done.push({ ETag, PartNumber });
    }
    const completed = { Bucket, Key, UploadId, MultipartUpload: { Parts: done } };
    await line.retry(() => client.send(new aws.CompleteMultipartUploadCommand(completed)));
  } catch (error) {
    await abort(bucket, { Key, UploadId }).catch(() => undefined);
    throw error;
  }
}

/** Uploads in parts that nobody has completed or dropped. */
export async function* openUploads(
  { client, Bucket, line }: S3Bucket,
  prefix: string,
): AsyncGenerator<Upload & { name: string; modifiedAt: Date }> {
  let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await line.retry(() =>
      client.send(new aws.ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...markers })),
    );
    for (const { Key = "", UploadId, Initiated: modifiedAt = new Date() } of page.Uploads ?? [])
      yield { Key, UploadId, name: Key.slice(prefix.length), modifiedAt };
    if (!page.IsTruncated) return;
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** A stream in buffers of one part each, the last one shorter. */
export async function* inParts(body: Readable): AsyncGenerator<Buffer, undefined> {
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
