import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import Sqlite from "better-sqlite3";
import type { Statement } from "./recorded-sql.ts";

/**
 * The limit of the record reads: the very statements that the portal makes, prepared once, behind bare node:http with
 * the portal's own look for the session and JSON.stringify. `/create` writes one bare, durable row. Prints its port.
 */
const [dataDir, recordings] = process.argv.slice(2) as [string, string];
const sqlite = new Sqlite(path.join(dataDir, "techcenter.sqlite"));
sqlite.pragma("synchronous = FULL");
const recorded: Record<string, Statement[]> = JSON.parse(readFileSync(recordings, "utf8"));
/** With the hash of a cookie's token and the moment. */
const session = sqlite.prepare(asUsual(recorded.session?.[0]?.sql ?? ""));
const reads = Object.fromEntries(
  Object.entries(recorded).map(([name, statements]) => [
    `/${name}`,
    statements.map(({ sql, parameters }) => ({ statement: sqlite.prepare(asUsual(sql)), parameters })),
  ]),
);
const insert = sqlite.prepare(
  `insert into websites (id, version, created_at, updated_at, title, sort_title, name, url, kind, lifecycle)
   values (?, 1, ?, ?, ?, ?, ?, ?, 'company', 'live')`,
);

/** With the parameters that everybody writes, of which the aims are shares: the portal's own keep a plan (0061). */
function asUsual(sql: string): string {
  return sql.replaceAll("+?", "?");
}

const server = createServer((request, response) => {
  const token = request.headers.cookie?.split("=")[1] ?? "";
  const now = new Date().toISOString();
  const person = session.get(createHash("sha256").update(token).digest("base64url"), now);
  if (!person) return void response.writeHead(401).end();
  response.setHeader("content-type", "application/json");
  if (request.url === "/create") {
    const id = randomUUID();
    insert.run(id, now, now, id, id, id, `https://${id}.example`);
    return void response.end(JSON.stringify({ id }));
  }
  const statements = reads[request.url ?? ""];
  if (!statements) return void response.writeHead(404).end();
  response.end(JSON.stringify(statements.map(({ statement, parameters }) => statement.all(...parameters))));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) console.log(address.port);
});
