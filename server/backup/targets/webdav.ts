import type { IncomingMessage } from "node:http";
import type { Guard } from "../../outbound/guarded-connect.ts";
import type { TargetConfig } from "./config.ts";
import { type Line, skip } from "./line.ts";
import {
  assertObjectName,
  type BackupTarget,
  type Folder,
  folders,
  isLeftover,
  isObjectName,
  partialName,
  type StoredObject,
} from "./target.ts";
import { type Asked, type Entry, openWebdavClient, readEntries } from "./webdav-client.ts";

const properties =
  '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getcontentlength/><getlastmodified/><resourcetype/></prop></propfind>';

/** A folder of a WebDAV server (RFC 4918), such as Nextcloud. Objects are put under another name and then moved. */
export async function openWebdavTarget(
  config: Extract<TargetConfig, { kind: "webdav" }>,
  guard: Guard,
  line: Line,
): Promise<BackupTarget> {
  const { base, ask, close } = await openWebdavClient(config, guard, line);
  const urlOf = (path: string) => new URL(path, base);
  const again = (method: string, url: URL, asked: Asked & { body?: string }) =>
    line.retry(() => ask(method, url, asked));
  const drained = async (answer: Promise<IncomingMessage>) => void (await answer).resume();
  /** 405: it is there already. */
  const makeFolder = (path: string) => drained(ask("MKCOL", urlOf(path), { accepts: [201, 405] }));

  const entries = (path: string): Promise<Entry[]> =>
    line.retry(async () => {
      const headers = { depth: 1, "content-type": "application/xml" };
      const answer = await ask("PROPFIND", urlOf(path), { headers, body: properties, accepts: [207, 404] });
      if (answer.statusCode === 207) return readEntries(answer, urlOf(path));
      answer.resume();
      return [];
    });

  /** Every file of a folder, also those that are no objects. */
  async function* files(folder: Folder): AsyncGenerator<StoredObject> {
    const filesIn = async (path: string): Promise<StoredObject[]> =>
      (await entries(`${path}/`)).map(({ name, ...entry }) => ({ name: `${path}/${name}`, ...entry }));
    if (folder === "snapshots") return yield* await filesIn(folder);
    for (const { name } of await entries(`${folder}/`))
      if (/^[0-9a-f]{2}$/.test(name)) yield* await filesIn(`${folder}/${name}`);
  }
  const remove = (path: string) => drained(again("DELETE", urlOf(path), { accepts: [200, 204, 404] }));

  await drained(ask("PROPFIND", base, { headers: { depth: 0 }, body: properties, accepts: [207] }));
  for (const folder of folders) await makeFolder(`${folder}/`);
  const known = new Set<string>();

  return {
    label: base.origin + base.pathname,
    put: (name, open, size) =>
      line.retry(async () => {
        const url = urlOf(assertObjectName(name));
        const folder = name.slice(0, name.lastIndexOf("/") + 1);
        if (!known.has(folder)) await makeFolder(folder);
        known.add(folder);
        const partial = urlOf(partialName(name));
        try {
          const body = line.paced(await open());
          const headers = { "content-length": size };
          await drained(ask("PUT", partial, { headers, body, accepts: [200, 201, 204] }));
          const moved = { destination: url.href, overwrite: "T" };
          await drained(ask("MOVE", partial, { headers: moved, accepts: [200, 201, 204] }));
        } catch (error) {
          await drained(ask("DELETE", partial, { accepts: [200, 204, 404], isCleaning: true })).catch(() => undefined);
          throw error;
        }
      }),
    async get(name) {
      const url = urlOf(assertObjectName(name));
      return line.read(async (from) => {
        const whole = { accepts: [200, 404] };
        const rest = { headers: { range: `bytes=${from}-` }, accepts: [200, 206, 404] };
        const answer = await ask("GET", url, from > 0 ? rest : whole);
        if (answer.statusCode === 206) return answer;
        if (answer.statusCode === 200) return from > 0 ? skip(answer, from) : answer;
        answer.resume();
        return undefined;
      });
    },
    remove: async (name) => remove(assertObjectName(name)),
    async *list(folder) {
      for await (const file of files(folder)) if (isObjectName(file.name)) yield file;
    },
    async removeLeftovers(before) {
      for (const folder of folders)
        for await (const file of files(folder)) {
          line.moved();
          if (isLeftover(file, before)) await remove(file.name);
        }
    },
    close: async () => close(),
  };
}
