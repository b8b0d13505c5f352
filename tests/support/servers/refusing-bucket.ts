import { createServer, type IncomingMessage, request as requestHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { openBucket } from "./bucket.ts";

type Bucket = Awaited<ReturnType<typeof openBucket>>;

export interface RefusingBucket extends Bucket {
  /** Which operation is refused from now on, by its name in the API of S3. */
  refuse(operation: string | undefined): void;
  /** The operations that were asked for, also those that were refused. */
  seen: string[];
}

const denied = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";

/** A bucket that refuses single operations, as one does whose rights or space are not what they were. */
export async function openRefusingBucket(): Promise<RefusingBucket> {
  const bucket = await openBucket();
  const behind = new URL(bucket.s3.endpoint ?? "");
  const seen: string[] = [];
  let refused: string | undefined;
  const server = createServer((request, response) => {
    const operation = operationOf(request);
    seen.push(operation);
    if (operation === refused) {
      request.resume();
      return void response.writeHead(403, { "content-type": "application/xml" }).end(denied);
    }
    // The store behind knows no such operation.
    if (operation === "AbortMultipartUpload") return void response.writeHead(204).end();
    const { method, url: path, headers } = request;
    const passed = requestHttp({ host: behind.hostname, port: behind.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
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
  return query.has("list-type") ? "ListObjectsV2" : "GetObject";
}
