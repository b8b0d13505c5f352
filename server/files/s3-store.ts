import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ListMultipartUploadsCommandOutput } from "@aws-sdk/client-s3";
import { uploadLifeMs } from "../../contract/files/files.ts";
import { newToken } from "../auth/tokens.ts";
import type { Environment } from "../env.ts";
import { Problem } from "../problem.ts";
import { type FileStore, keyPattern, type SharedFiles, type Stage, stages } from "./store.ts";

const prefixes: Record<Stage, string> = { received: "", kept: "kept/", orphaned: "orphaned/" };
/** A single request takes 5 GB at most, and an archive of everything may be larger; the 10,000 parts that S3 allows are 640 GB. */
const partBytes = 64 * 1024 * 1024;

/**
 * Bytes in an S3-compatible bucket. A ticket stays usable until it expires and could replace what it brought, so verified
 * bytes are copied to `kept/`, where no ticket reaches.
 */
export async function openS3Store(
  settings: NonNullable<Environment["s3"]>,
  workFolder: string,
  options: { partBytes?: number } = {},
): Promise<FileStore> {
  const bucket = await openBucket(settings);
  const { aws, client, Bucket, get, move, reach, removeObject } = bucket;
  const { createPresignedPost } = await import("@aws-sdk/s3-presigned-post");
  return {
    origin: new URL((await createPresignedPost(client, { Bucket, Key: "origin", Expires: 1 })).url).origin,
    async issueTicket(policy) {
      const { url, fields } = await createPresignedPost(client, {
        Bucket,
        Key: policy.key,
        Expires: uploadLifeMs / 1000,
        Fields: { "Content-Type": policy.mimeType },
        Conditions: [["content-length-range", policy.minBytes, policy.maxBytes]],
      });
      return { url, fields: { ...fields, key: policy.key } };
    },
    async fetchReceived(key, maxBytes) {
      const object = await get(key);
      if (!object) return undefined;
      const body = object.Body;
      if (!(body instanceof Readable)) return undefined;
      const size = object.ContentLength ?? Number.POSITIVE_INFINITY;
      if (size > maxBytes) {
        body.destroy();
        return undefined;
      }
      const file = path.join(workFolder, newToken());
      try {
        await pipeline(body, createWriteStream(file, { flags: "wx", mode: 0o600 }));
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      return { path: file, size, receivedAt: object.LastModified ?? new Date() };
    },
    async keep(key, file) {
      const object = new aws.PutObjectCommand({
        Bucket,
        Key: prefixes.kept + key,
        Body: createReadStream(file.path),
        ContentLength: file.size,
        ContentType: file.mimeType,
        ContentDisposition: "attachment",
      });
      await reach(client.send(object));
      await rm(file.path, { force: true });
      await removeObject(key);
    },
    async read(key, range) {
      const body = (await get(prefixes.kept + key, range))?.Body;
      return body instanceof Readable ? body : undefined;
    },
    async remove(key) {
      for (const stage of stages) await removeObject(prefixes[stage] + key);
    },
    removeReceived: removeObject,
    shared: sharedIn(bucket, options.partBytes ?? partBytes),
    setAside: (key) => move(key, { from: "kept", to: "orphaned" }),
    bringBack: (key) => move(key, { from: "orphaned", to: "kept" }),
    async *list() {
      for (const stage of stages) {
        const Prefix = prefixes[stage];
        for await (const page of aws.paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: "/" })) {
          for (const { Key = "", LastModified: modifiedAt = new Date() } of page.Contents ?? []) {
            const key = Key.slice(Prefix.length);
            if (keyPattern.test(key)) yield { key, stage, modifiedAt };
          }
        }
      }
    },
  };
}

type Bucket = Awaited<ReturnType<typeof openBucket>>;

/** Names with a slash lie beside the uploads, where the sweep for orphans does not look. */
function sharedIn({ aws, client, Bucket, get, reach, removeObject }: Bucket, maxPart: number): SharedFiles {
  const abort = (upload: { Key: string; UploadId: string | undefined }) =>
    client.send(new aws.AbortMultipartUploadCommand({ Bucket, ...upload }));

  async function putParts(Key: string, file: { path: string; size: number }): Promise<void> {
    const { UploadId } = await reach(client.send(new aws.CreateMultipartUploadCommand({ Bucket, Key })));
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let start = 0; start < file.size; start += maxPart) {
        const end = Math.min(file.size, start + maxPart);
        const PartNumber = Parts.length + 1;
        const Body = createReadStream(file.path, { start, end: end - 1 });
        const sent = { Bucket, Key, UploadId, PartNumber, Body, ContentLength: end - start };
        const { ETag } = await reach(client.send(new aws.UploadPartCommand(sent)));
        Parts.push({ ETag, PartNumber });
      }
      const completed = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
      await reach(client.send(new aws.CompleteMultipartUploadCommand(completed)));
    } catch (error) {
      await abort({ Key, UploadId }).catch(() => undefined);
      throw error;
    }
  }

  return {
    async put(name, file) {
      if (file.size > maxPart) return putParts(name, file);
      const Body = createReadStream(file.path);
      const object = { Bucket, Key: name, Body, ContentLength: file.size };
      await reach(client.send(new aws.PutObjectCommand(object)));
    },
    async find(name) {
      const object = await get(name);
      const body = object?.Body;
      if (!(body instanceof Readable)) return undefined;
      return { size: object?.ContentLength ?? 0, read: async () => body };
    },
    drop: removeObject,
    async dropUnfinished(Prefix, before) {
      let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (markers) {
        const list = new aws.ListMultipartUploadsCommand({ Bucket, Prefix, ...markers });
        const page: ListMultipartUploadsCommandOutput = await reach(client.send(list));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if (Key?.startsWith(Prefix) && Initiated && Initiated < before) await reach(abort({ Key, UploadId }));
        markers = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
    },
    async *list(Prefix) {
      for await (const page of aws.paginateListObjectsV2({ client }, { Bucket, Prefix }))
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key !== undefined && LastModified) yield { name: Key, modifiedAt: LastModified };
    },
  };
}

/** The requests to the bucket. */
async function openBucket(settings: NonNullable<Environment["s3"]>) {
  // Loaded only where S3 is configured: the SDK is large, and most portals start without it.
  const aws = await import("@aws-sdk/client-s3");
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new aws.S3Client({
    region,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than Amazon's refuse the checksums that the SDK adds by itself.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const isMissing = (error: unknown) =>
    error instanceof aws.S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name);
  // Whatever else is wrong with the store is nothing that the person did, and may be over in a moment.
  const reach = <Result>(answer: Promise<Result>): Promise<Result> =>
    answer.catch((cause: unknown) => {
      if (isMissing(cause)) throw cause;
      throw new Problem("unavailable", {
        message: "Der Speicher für Dateien antwortet gerade nicht. Bitte versuche es später noch einmal.",
        cause,
      });
    });
  const get = (Key: string, range?: { start: number; end: number }) =>
    reach(
      client.send(new aws.GetObjectCommand({ Bucket, Key, Range: range && `bytes=${range.start}-${range.end}` })),
    ).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  const removeObject = async (Key: string) =>
    void (await reach(client.send(new aws.DeleteObjectCommand({ Bucket, Key }))));
  const move = async (key: string, { from, to }: { from: Stage; to: Stage }) => {
    const source = prefixes[from] + key;
    try {
      await reach(
        client.send(new aws.CopyObjectCommand({ Bucket, CopySource: `${Bucket}/${source}`, Key: prefixes[to] + key })),
      );
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await removeObject(source);
  };
  return { aws, client, Bucket, get, move, reach, removeObject };
}
