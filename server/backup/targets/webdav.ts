import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SaxesParser } from "saxes";
import { newId } from "../../db/new-id.ts";
import type { Guard } from "../../outbound/guarded-connect.ts";
import { BackupProblem } from "../backup-problem.ts";
import type { TargetConfig } from "./config.ts";
import { guardedAgents } from "./guarded-agent.ts";
import { assertObjectName, type BackupTarget, folders, isObjectName, type StoredObject } from "./target.ts";

interface Asked {
  headers?: Record<string, string | number>;
  body?: Readable | string;
  /** Answers other than these are failures. */
  accepts: readonly number[];
}

const idleMs = 60_000;
const properties =
  '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getcontentlength/><getlastmodified/><resourcetype/></prop></propfind>';

/** A folder of a WebDAV server (RFC 4918), such as Nextcloud. Objects are put under another name and then moved. */
export async function openWebdavTarget(
  config: Extract<TargetConfig, { kind: "webdav" }>,
  guard: Guard,
): Promise<BackupTarget> {
  const base = new URL(config.url.endsWith("/") ? config.url : `${config.url}/`);
  const agents = await guardedAgents(base.hostname, guard);
  const authorization = `Basic ${Buffer.from(`${config.user}:${config.password}`).toString("base64")}`;
  const urlOf = (path: string) => new URL(path, base);

  async function ask(method: string, url: URL, { headers, body, accepts }: Asked): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const isSecure = url.protocol === "https:";
    const sent = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      agent: isSecure ? agents.https : agents.http,
      timeout: idleMs,
      headers: { ...(config.user && { authorization }), ...headers },
    });
    sent.once("timeout", () => sent.destroy(new Error("Der Server antwortet nicht mehr.")));
    sent.once("response", resolve);
    sent.once("error", reject);
    if (body === undefined || typeof body === "string") sent.end(body);
    else pipeline(body, sent).catch(reject);
    const answer = await promise;
    if (accepts.includes(answer.statusCode ?? 0)) return answer;
    answer.resume();
    throw new BackupProblem(
      `Der WebDAV-Server antwortet auf ${method} mit ${answer.statusCode} ${answer.statusMessage}.`,
    );
  }
  const drained = async (answer: Promise<IncomingMessage>) => void (await answer).resume();
  /** 405: it is there already. */
  const makeFolder = (path: string) => drained(ask("MKCOL", urlOf(path), { accepts: [201, 405] }));

  async function entries(path: string): Promise<Entry[]> {
    const headers = { depth: 1, "content-type": "application/xml" };
    const answer = await ask("PROPFIND", urlOf(path), { headers, body: properties, accepts: [207, 404] });
    if (answer.statusCode === 404) {
      answer.resume();
      return [];
    }
    return readEntries(answer, urlOf(path));
  }

  await drained(ask("PROPFIND", base, { headers: { depth: 0 }, body: properties, accepts: [207] }));
  for (const folder of folders) await makeFolder(`${folder}/`);
  const known = new Set<string>();

  return {
    label: base.href,
    async put(name, body, size) {
      const url = urlOf(assertObjectName(name));
      const folder = name.slice(0, name.lastIndexOf("/") + 1);
      if (!known.has(folder)) await makeFolder(folder);
      known.add(folder);
      const partial = urlOf(`${name}.${newId()}.part`);
      try {
        await drained(ask("PUT", partial, { headers: { "content-length": size }, body, accepts: [200, 201, 204] }));
        const headers = { destination: url.href, overwrite: "T" };
        await drained(ask("MOVE", partial, { headers, accepts: [200, 201, 204] }));
      } catch (error) {
        await drained(ask("DELETE", partial, { accepts: [200, 204, 404] })).catch(() => undefined);
        throw error;
      }
    },
    async get(name) {
      const answer = await ask("GET", urlOf(assertObjectName(name)), { accepts: [200, 404] });
      if (answer.statusCode === 200) return answer;
      answer.resume();
      return undefined;
    },
    remove: (name) => drained(ask("DELETE", urlOf(assertObjectName(name)), { accepts: [200, 204, 404] })),
    async *list(folder) {
      const listed = async (path: string): Promise<StoredObject[]> =>
        (await entries(`${path}/`))
          .map(({ name, ...entry }) => ({ name: `${path}/${name}`, ...entry }))
          .filter(({ name }) => isObjectName(name));
      if (folder === "snapshots") return yield* await listed(folder);
      for (const { name } of await entries(`${folder}/`))
        if (/^[0-9a-f]{2}$/.test(name)) yield* await listed(`${folder}/${name}`);
    },
    async close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface Entry {
  /** The last part of its path. */
  name: string;
  size: number;
  modifiedAt: Date;
}

/** What a multistatus answer lists, without the folder itself. */
async function readEntries(answer: IncomingMessage, folder: URL): Promise<Entry[]> {
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
