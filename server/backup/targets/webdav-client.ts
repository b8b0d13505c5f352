import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SaxesParser } from "saxes";
import type { Guard } from "../../outbound/guarded-connect.ts";
import type { TargetConfig } from "./config.ts";
import { guardedAgents } from "./guarded-agent.ts";
import type { Line } from "./line.ts";
import { LostConnection, RefusedStatus } from "./transient.ts";

export interface Asked {
  headers?: Record<string, string | number>;
  body?: Readable | string;
  /** Answers other than these are failures. */
  accepts: readonly number[];
  /** Is asked to its end also where the run is aborted, such as for what it leaves half done to be removed. */
  isCleaning?: boolean;
}

export interface WebdavClient {
  base: URL;
  /** The answer, whose body has to be read or drained; any other status than those that are accepted is a failure. */
  ask(method: string, url: URL, asked: Asked): Promise<IncomingMessage>;
  close(): void;
}

export async function openWebdavClient(
  config: Extract<TargetConfig, { kind: "webdav" }>,
  guard: Guard,
  line: Line,
): Promise<WebdavClient> {
  const base = new URL(config.url.endsWith("/") ? config.url : `${config.url}/`);
  const agents = await guardedAgents(base.hostname, guard);
  const authorization = `Basic ${Buffer.from(`${config.user}:${config.password}`).toString("base64")}`;

  async function ask(
    method: string,
    url: URL,
    { headers, body, accepts, isCleaning = false }: Asked,
  ): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const isSecure = url.protocol === "https:";
    const sent = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      agent: isSecure ? agents.https : agents.http,
      timeout: line.idleMs,
      ...(line.signal && !isCleaning && { signal: line.signal }),
      headers: { ...(config.user && { authorization }), ...headers },
    });
    let answered: IncomingMessage | undefined;
    sent.once("timeout", () => {
      const silent = new LostConnection("Der WebDAV-Server antwortet nicht mehr.");
      answered?.destroy(silent);
      sent.destroy(silent);
    });
    sent.once("response", (answer) => {
      answered = answer;
      resolve(answer);
    });
    sent.once("error", reject);
    if (body === undefined || typeof body === "string") sent.end(body);
    else pipeline(body, sent).catch(reject);
    const answer = await promise;
    const { statusCode: status = 0, statusMessage } = answer;
    if (accepts.includes(status)) return answer;
    answer.resume();
    // What it has not read of the body it will not read.
    if (body !== undefined) sent.destroy();
    throw new RefusedStatus(`Der WebDAV-Server antwortet auf ${method} mit ${status} ${statusMessage}.`, status);
  }
  const close = () => {
    agents.http.destroy();
    agents.https.destroy();
  };
  return { base, ask, close };
}

export interface Entry {
  /** The last part of its path. */
  name: string;
  size: number;
  modifiedAt: Date;
}

/** What a multistatus answer lists, without the folder itself. */
export async function readEntries(answer: IncomingMessage, folder: URL): Promise<Entry[]> {
  const found: Entry[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let text = "";
  let href = "";
  let size = 0;
  let modifiedAt = new Date(0);
  parser.on("opentag", ({ uri, local }) => {
    text = "";
    if (uri === "DAV:" && local === "response") [href, size, modifiedAt] = ["", 0, new Date(0)];
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("closetag", ({ uri, local }) => {
    if (uri !== "DAV:") return;
    if (local === "href") href = text.trim();
    if (local === "getcontentlength") size = Number(text);
    if (local === "getlastmodified") modifiedAt = new Date(text);
    if (local !== "response") return;
    const path = new URL(href, folder).pathname.replace(/\/$/, "");
    const parent = folder.pathname.replace(/\/$/, "");
    if (path.startsWith(`${parent}/`))
      found.push({ name: decodeURIComponent(path.slice(parent.length + 1)), size, modifiedAt });
  });
  const decoder = new TextDecoder();
  for await (const chunk of answer as AsyncIterable<Buffer>) parser.write(decoder.decode(chunk, { stream: true }));
  parser.close();
  return found;
}
