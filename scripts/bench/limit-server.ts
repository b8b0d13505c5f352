import { createHash } from "node:crypto";
import { createServer } from "node:http";
import path from "node:path";
import Sqlite from "better-sqlite3";

/**
 * The limit of the reads: the same SQL (session, count, rows) on the same file behind bare node:http, without
 * validation, routing or serialisation beyond JSON.stringify. Prints its port.
 */
const [dataDir, userId] = process.argv.slice(2) as [string, string];
const sqlite = new Sqlite(path.join(dataDir, "techcenter.sqlite"), { readonly: true });
const session = sqlite.prepare(
  `select s.id, s.expires_at, u.id, u.name, u.email, u.image_key, u.role from sessions s join users u on u.id = s.user_id
   where s.token_hash = ? and s.expires_at > ? and u.deactivated_at is null and u.joined_at is not null`,
);
const columns = "id, for_user_id, title, message, category, link, read_at, created_at";
const queries = {
  "/badge": {
    count: sqlite.prepare("select count(*) as total from notifications where for_user_id = ? and read_at is null"),
    rows: sqlite.prepare(
      `select ${columns} from notifications where for_user_id = ? and read_at is null order by created_at desc, id desc limit 1 offset 0`,
    ),
  },
  "/list": {
    count: sqlite.prepare("select count(*) as total from notifications where for_user_id = ?"),
    rows: sqlite.prepare(
      `select ${columns} from notifications where for_user_id = ? order by created_at desc, id desc limit 10 offset 0`,
    ),
  },
};

const server = createServer((request, response) => {
  const token = request.headers.cookie?.split("=")[1] ?? "";
  const person = session.get(createHash("sha256").update(token).digest("base64url"), new Date().toISOString());
  const query = queries[request.url as keyof typeof queries];
  if (!person || !query) return void response.writeHead(401).end();
  const { total } = query.count.get(userId) as { total: number };
  const data = query.rows.all(userId);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ data, totalItems: total, totalPages: total }));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) console.log(address.port);
});
