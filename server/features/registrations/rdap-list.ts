import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import { parseBootstrap, type RdapServers } from "../../lookups/registration/servers.ts";
import { freshForMs } from "../../outbound/fresh-for.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import type { Services } from "../../trpc/context.ts";

const name = "rdap";
/** A list with fewer endings is none: what is cut off must not take servers away. */
const minEndings = 500;
const maxBytes = 4 * 1024 * 1024;
const timeoutMs = 20_000;
/** However long the list may be kept: registries come and go. */
const maxFreshMs = 30 * dayMs;

interface From {
  url: string | undefined;
  allowedNetworks: readonly string[];
}

/**
 * The servers by ending from the list that was fetched last, at most once a day and not before it is out of date by its
 * own account; the one before stays when nobody answers. Undefined as long as none was fetched: then the one that comes with the portal counts.
 */
export async function fetchRdapServers(
  services: Pick<Services, "db" | "now" | "log">,
  from: From,
): Promise<RdapServers | undefined> {
  const { db, now } = services;
  if (!from.url) return undefined;
  const at = now().toISOString();
  await db
    .insertInto("registryLists")
    .values({ name, dueAt: at, body: null, etag: null, fetchedAt: null, error: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Only one of several callers fetches; if its process dies, the next one does after an hour.
  const claimed = await db
    .updateTable("registryLists")
    .set({ dueAt: new Date(now().getTime() + hourMs).toISOString() })
    .where("name", "=", name)
    .where("dueAt", "<=", at)
    .returning(["etag"])
    .executeTakeFirst();
  if (claimed) await refresh(services, { ...from, url: from.url, etag: claimed.etag });
  return readFetched(db);
}

async function refresh(
  { db, now, log }: Pick<Services, "db" | "now" | "log">,
  { url, allowedNetworks, etag }: From & { url: string; etag: string | null },
): Promise<void> {
  const write = (values: object) => db.updateTable("registryLists").set(values).where("name", "=", name).execute();
  const fetchedAt = now().toISOString();
  const dueIn = (ms: number) => new Date(now().getTime() + Math.min(maxFreshMs, Math.max(dayMs, ms))).toISOString();
  try {
    const headers = { Accept: "application/json", ...(etag && { "If-None-Match": etag }) };
    const answer = await send({ url, headers, allowedNetworks, timeoutMs, maxBytes });
    const dueAt = dueIn(freshForMs(answer.headers, now()));
    if (answer.status === 304) return void (await write({ fetchedAt, dueAt, error: null }));
    if (answer.status !== 200 || parseBootstrap(answer.body).size < minEndings)
      throw new OutboundProblem("Das ist keine Liste von RDAP-Servern.", { code: "protocol" });
    await write({ body: answer.body, etag: answer.headers.etag ?? null, fetchedAt, dueAt, error: null });
  } catch (error) {
    const isExpected = error instanceof OutboundProblem;
    if (!isExpected) log.warn({ err: error }, "the list of RDAP servers could not be read");
    const reason = isExpected ? error.message : "Die Liste der RDAP-Server ist nicht zu lesen.";
    await write({ dueAt: dueIn(0), error: reason });
  }
}

const parsed = new WeakMap<Db, { fetchedAt: string; servers: RdapServers }>();

/** The servers by ending from the list that was fetched last; undefined as long as none was. */
export async function readFetched(db: Db): Promise<RdapServers | undefined> {
  const row = await db.selectFrom("registryLists").select("fetchedAt").where("name", "=", name).executeTakeFirst();
  if (!row?.fetchedAt) return undefined;
  const known = parsed.get(db);
  if (known?.fetchedAt === row.fetchedAt) return known.servers;
  const list = await db.selectFrom("registryLists").select("body").where("name", "=", name).executeTakeFirst();
  if (!list?.body) return undefined;
  const servers = parseBootstrap(list.body);
  parsed.set(db, { fetchedAt: row.fetchedAt, servers });
  return servers;
}

/** When the list was fetched last, and why not since; for the settings. */
export async function readListState(db: Db): Promise<{ fetchedAt: Date | null; error: string | null }> {
  const columns = ["fetchedAt", "error"] as const;
  const row = await db.selectFrom("registryLists").select(columns).where("name", "=", name).executeTakeFirst();
  return { fetchedAt: toDate(row?.fetchedAt), error: row?.error ?? null };
}
