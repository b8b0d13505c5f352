import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, request as requestHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { openBucket } from "./bucket.ts";
import { type Disturbance, openDisturbance } from "./disturbance.ts";

type Bucket = Awaited<ReturnType<typeof openBucket>>;

export interface RefusingBucket extends Bucket {
  /** Which operation is refused from now on, by its name in the API of S3. */
  refuse(operation: string | undefined): void;
  disturb(disturbance: Disturbance | undefined): void;
  /** How many bytes of requests have arrived. */
  received(): number;
  /** The uploads in parts that were neither completed nor dropped, by their ids. */
  uploads: Map<string, { key: string; initiated: Date }>;
  /** Adds one that somebody began then and did not end. */
  leaveUpload(key: string, initiated: Date): void;
  /** The operations that were asked for, also those that were refused. */
  seen: string[];
}

const denied = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";

const troubled = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";

/** One at a time, so that each next one has to be asked for. */
function listOf(uploads: RefusingBucket["uploads"], after: string | null): string {
  const ids = [...uploads.keys()].sort();
  const id = ids.find((each) => after === null || each > after) ?? "";
  const upload = uploads.get(id);
  const row =
    upload &&
    `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId><Initiated>${upload.initiated.toISOString()}</Initiated></Upload>`;
  const more = `<IsTruncated>${id !== "" && id !== ids.at(-1)}</IsTruncated>`;
  const next = `<NextKeyMarker>${upload?.key ?? ""}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`;
  return `<ListMultipartUploadsResult>${more}${next}${row ?? ""}</ListMultipartUploadsResult>`;
}

/** A bucket that refuses single operations, as one does whose rights or space are not what they were. */
export async function openRefusingBucket(): Promise<RefusingBucket> {
  const bucket = await openBucket();
  const behind = new URL(bucket.s3.endpoint ?? "");
  const seen: string[] = [];
  const uploads: RefusingBucket["uploads"] = new Map();
  const { disturb, next } = openDisturbance();
  let refused: string | undefined;
  let received = 0;
  const server = createServer((request, response) => {
    const operation = operationOf(request);
    seen.push(operation);
    if (operation === refused) {
      request.resume();
      return void response.writeHead(403, { "content-type": "application/xml" }).end(denied);
    }
    const trouble = next(operation);
    if (trouble === "cut") return void request.socket.destroy();
    if (trouble !== undefined && trouble !== "midway") request.resume();
    if (trouble === "silent") return;
    if (typeof trouble === "number")
      return void response.writeHead(trouble, { "content-type": "application/xml" }).end(troubled);
    // The store behind knows neither of these.
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (operation === "AbortMultipartUpload") {
      uploads.delete(searchParams.get("uploadId") ?? "");
      return void response.writeHead(204).end();
    }
    if (operation === "ListMultipartUploads")
      return void response
        .writeHead(200, { "content-type": "application/xml" })
        .end(listOf(uploads, searchParams.get("upload-id-marker")));
    if (operation === "CompleteMultipartUpload") uploads.delete(searchParams.get("uploadId") ?? "");
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    const { method, url: path, headers } = request;
    const passed = requestHttp({ host: behind.hostname, port: behind.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (operation === "CreateMultipartUpload")
        answer.once("data", (body) => {
          const [, id = ""] = /<UploadId>(.+?)<\/UploadId>/.exec(String(body)) ?? [];
          uploads.set(id, { key: decodeURIComponent(pathname.split("/").slice(2).join("/")), initiated: new Date() });
        });
      if (trouble !== "midway") return void answer.pipe(response);
      let left = Number(answer.headers["content-length"]) / 2;
      answer.on("data", (chunk: Buffer) => {
        response.write(chunk);
        left -= chunk.length;
        if (left <= 0) request.socket.end();
      });
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    s3: { ...bucket.s3, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    refuse: (operation) => {
      refused = operation;
    },
    age: bucket.age,
    disturb,
    received: () => received,
    uploads,
    leaveUpload: (key, initiated) => void uploads.set(randomUUID(), { key, initiated }),
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await bucket.close();
    },
  };
}

/** What a request asks for; S3 tells that by method and parameters. */
function operationOf({ method, url = "" }: IncomingMessage): string {
  const query = new URL(url, "http://localhost").searchParams;
  if (method === "POST") return query.has("uploads") ? "CreateMultipartUpload" : "CompleteMultipartUpload";
  if (method === "PUT") return query.has("partNumber") ? "UploadPart" : "PutObject";
  if (method === "DELETE") return query.has("uploadId") ? "AbortMultipartUpload" : "DeleteObject";
  if (query.has("uploads")) return "ListMultipartUploads";
  return query.has("list-type") ? "ListObjectsV2" : "GetObject";
}
