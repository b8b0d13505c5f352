import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import * as aws from "@aws-sdk/client-s3";
import type { Guard } from "../../outbound/guarded-connect.ts";
import type { TargetConfig } from "./config.ts";
import { guardedAgents } from "./guarded-agent.ts";
import type { Line } from "./line.ts";

const chunkBytes = 64 * 1024;
const ignore = () => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

interface SentBody {
  Body: Readable;
  ContentLength: number;
}

export interface S3Bucket {
  client: aws.S3Client;
  Bucket: string;
  line: Line;
  /** Sends bytes at the pace of the line; as one buffer they would leave all at once. */
  send<Result>(bytes: Buffer, request: (sent: SentBody) => Promise<Result>): Promise<Result>;
  close(): void;
}

export async function openS3Bucket(
  config: Extract<TargetConfig, { kind: "s3" }>,
  guard: Guard,
  line: Line,
): Promise<S3Bucket> {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = config;
  const host = endpoint ? new URL(endpoint).hostname : `s3.${region}.amazonaws.com`;
  const { http: httpAgent, https: httpsAgent } = await guardedAgents(host, guard);
  const { connectMs: connectionTimeout, idleMs: socketTimeout } = line;
  const client = new aws.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { httpAgent, httpsAgent, connectionTimeout, socketTimeout },
    // It would send streams once and everything else three times; the line tries all of it again.
    maxAttempts: 1,
    // It would tell the console that it cannot do that with a stream.
    logger: silent,
    // Stores other than Amazon's refuse the checksums that the SDK adds by itself.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const hashes = new WeakMap<Readable, string>();
  client.middlewareStack.add(
    (next) => (args) => {
      const { body, headers } = args.request as { body?: unknown; headers: Record<string, string> };
      const hash = body instanceof Readable ? hashes.get(body) : undefined;
      // Without it the SDK signs no stream, which some stores refuse.
      if (hash) headers["x-amz-content-sha256"] = hash;
      return next(args);
    },
    { step: "build", name: "signStreams" },
  );

  const send: S3Bucket["send"] = (bytes, request) =>
    line.retry(async () => {
      const Body = line.paced(Readable.from(chunksOf(bytes)));
      hashes.set(Body, createHash("sha256").update(bytes).digest("hex"));
      try {
        return await request({ Body, ContentLength: bytes.length });
      } finally {
        Body.destroy();
      }
    });

  const close = () => {
    client.destroy();
    httpAgent.destroy();
    httpsAgent.destroy();
  };
  return { client, Bucket, line, send, close };
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}
