import { createHash, type Hash, randomBytes } from "node:crypto";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import type { ChangeTable } from "../../db/schema.ts";
import type { AuditLinkTable } from "../../db/tables/settings.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import { lateBefore } from "./link-moments.ts";
import { type PastStretch, watchPast } from "./past-entries.ts";

/** Younger entries may still be overtaken by ones with a smaller id, of another process. */
const settledMs = 60_000;
export const atOnce = 2000;
/** The head before the first link. */
export const start = "0".repeat(64);

const sha256 = (...parts: (string | number | null)[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

type Entry = Pick<ChangeTable, "id" | "kind" | "subjectType" | "actorId" | "at">;

/** Who did what kind of thing when. */
export const hashOf = ({ id, kind, subjectType, actorId, at }: Entry): string =>
  sha256(id, kind, subjectType, actorId, at);

/**
 * What it was done to and with which values, which erasures and merges change: they take the salt away, without which
 * the hash says nothing and is not compared.
 */
export const valuesHashOf = (
  salt: string,
  { subjectId, beforeJson, afterJson }: Pick<ChangeTable, "subjectId" | "beforeJson" | "afterJson">,
): string => sha256(salt, subjectId, beforeJson, afterJson);

type Link = Pick<AuditLinkTable, "no" | "changeId" | "at" | "kind" | "entryHash" | "valuesHash">;

/** The form of the links that are made now. */
const form = 3;

/** The head that follows from the former one; everything that a link says is part of it. */
export const headOf = (former: string, link: Link & Pick<AuditLinkTable, "linkedAt" | "withoutEntry">): string => {
  const { no, changeId, at, kind, entryHash, valuesHash, linkedAt, withoutEntry } = link;
  return sha256(former, no, changeId, kind, at, entryHash, valuesHash, linkedAt, withoutEntry);
};

/** As links of the second form have it, which do not say when they were made. */
export const secondFormHeadOf = (former: string, { no, changeId, at, kind, entryHash, valuesHash }: Link): string =>
  sha256(former, no, changeId, kind, at, entryHash, valuesHash);

/** As links of the first form have it: of those, `at` and `changeId` are bound by `anchorHead` alone. */
export const firstFormHeadOf = (former: string, entryHash: string): string =>
  createHash("sha256").update(`${former}${entryHash}`).digest("hex");

export const openAnchor = (): Hash => createHash("sha256");
export const addToAnchor = (anchor: Hash, { no, changeId, at }: Pick<Link, "no" | "changeId" | "at">): void =>
  void anchor.update(`${no} ${changeId} ${at}\n`);

/** What the first link of another form follows from: the last head of the first, and all that its links say. */
export const anchorHead = (former: string, anchor: Hash): string => sha256(former, anchor.digest("hex"));

interface LinkOptions {
  /** Looks at all entries, also at those that a clock that went wrong has put far back. */
  isWhole?: boolean;
  /** How long this process has been running, by a clock that nobody sets. */
  uptimeMs?: number;
}

/**
 * Links what has settled since the last time to the chain; returns how many entries that were. Of those that this process
 * knows to bear an earlier time it makes an entry, which says how many there are and why.
 */
export async function linkEntries(
  services: Pick<Services, "db" | "now" | "live">,
  { isWhole = false, uptimeMs = performance.now() }: LinkOptions = {},
): Promise<number> {
  let linked = 0;
  const now = services.now();
  const watch = watchPast(services.db, now);
  const past = watch.stretches(now.getTime(), uptimeMs);
  const linkedAt = now.toISOString();
  const before = new Date(now.getTime() - settledMs).toISOString();
  for (;;) {
    // One statement reads what is not linked yet and one transaction links it: of two processes one does.
    const count = await transact(systemContext(services), async (transaction) => {
      const { db: tx } = transaction;
      const last = await tx.selectFrom("auditLinks").selectAll().orderBy("no", "desc").limit(1).executeTakeFirst();
      const recent = isWhole || last?.form !== form ? "" : await recentBegin(tx, now);
      const from = past.reduce((earliest, stretch) => (stretch.from < earliest ? stretch.from : earliest), recent);
      const entries = await tx
        .selectFrom("changes")
        .select(["id", "kind", "subjectType", "subjectId", "actorId", "at", "beforeJson", "afterJson"])
        .where("at", "<=", before)
        .where("at", ">=", from)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("auditLinks").select("no").whereRef("auditLinks.changeId", "=", "changes.id"))),
        )
        .orderBy("id")
        .limit(atOnce)
        .execute();
      let head = entries.length > 0 && last?.form === 1 ? await anchorOf(tx, last.head) : (last?.head ?? start);
      let no = last?.no ?? 0;
      let withoutEntry = entries.length > 0 && last && last.form !== form ? await findWithoutEntry(tx) : null;
      const links = entries.map((entry) => {
        no += 1;
        const valuesSalt = randomBytes(16).toString("base64url");
        const valuesHash = valuesHashOf(valuesSalt, entry);
        const { id: changeId, kind, at } = entry;
        const link = { no, changeId, at, kind, entryHash: hashOf(entry), valuesHash, linkedAt, withoutEntry };
        withoutEntry = null;
        head = headOf(head, link);
        return { ...link, valuesSalt, head, form };
      });
      for (let from = 0; from < links.length; from += 200)
        await tx
          .insertInto("auditLinks")
          .values(links.slice(from, from + 200))
          .execute();
      await notePast(transaction, { past, linkedAt, moments: entries.map(({ at }) => at) });
      return links.length;
    });
    linked += count;
    if (count < atOnce) break;
  }
  watch.settled(past);
  return linked;
}

/** Loads what has a past of its own, such as sample data, and links that: later it would count as put there afterwards. */
export async function loadPast(
  services: Pick<Services, "db" | "now" | "live">,
  load: () => Promise<unknown>,
): Promise<void> {
  const now = services.now();
  await watchPast(services.db, now).whileLoading(now, async () => {
    await load();
    await linkEntries(services, { isWhole: true });
  });
}

interface Past {
  past: readonly PastStretch[];
  linkedAt: string;
  /** The times of the entries that a run has linked. */
  moments: readonly string[];
}

/** What a run of the chain notes of entries that bear a time of a stretch; `verify` lets so many of them be late. */
export interface PastNote extends PastStretch {
  linkedAt: string;
  entries: number;
}

async function notePast(tx: Tx, { past, linkedAt, moments }: Past): Promise<void> {
  if (past.length === 0) return;
  const former = await tx.db
    .selectFrom("auditLinks")
    .select("linkedAt")
    .where("linkedAt", "<", linkedAt)
    .orderBy("no", "desc")
    .limit(1)
    .executeTakeFirst();
  // No run has passed anything before the first one.
  const passed = former?.linkedAt ? lateBefore(former.linkedAt) : "";
  const late = moments.filter((at) => at < passed && at < lateBefore(linkedAt));
  for (const stretch of past) {
    const entries = late.filter((at) => at >= stretch.from && at <= stretch.until).length;
    if (entries === 0) continue;
    const after = { ...stretch, linkedAt, entries } satisfies PastNote;
    await tx.record({ kind: "job.past-linked", subject: { type: "job", id: "audit-links" }, after });
  }
}

/**
 * From when on entries may not be linked yet as long as no clock goes wrong; one that was ahead once has no say in that
 * any more once it is right.
 */
async function recentBegin(tx: Tx["db"], now: Date): Promise<string> {
  const links = await tx.selectFrom("auditLinks").select("at").orderBy("no", "desc").limit(200).execute();
  const newest = Math.max(...links.map(({ at }) => Date.parse(at)));
  return new Date(Math.min(newest, now.getTime()) - dayMs).toISOString();
}

/** Of the first form, the links whose entry a retention has removed that noted nothing: `1-40,44-44`. */
async function findWithoutEntry(tx: Tx["db"]): Promise<string | null> {
  const links = await tx
    .selectFrom("auditLinks as link")
    .leftJoin("changes as entry", "entry.id", "link.changeId")
    .select("link.no")
    .where("link.form", "=", 1)
    .where("entry.id", "is", null)
    .orderBy("link.no")
    .execute();
  const stretches: [number, number][] = [];
  for (const { no } of links) {
    const last = stretches.at(-1);
    if (last?.[1] === no - 1) last[1] = no;
    else stretches.push([no, no]);
  }
  return stretches.length > 0 ? stretches.map((ends) => ends.join("-")).join(",") : null;
}

/** Reads what a link says of those without entry. */
export function withoutEntryOf(said: string | null | undefined): Set<number> {
  const numbers = new Set<number>();
  for (const stretch of said?.split(",") ?? []) {
    const [begin = 1, end = 0] = stretch.split("-").map(Number);
    for (let no = begin; no <= end; no += 1) numbers.add(no);
  }
  return numbers;
}

async function anchorOf(tx: Tx["db"], head: string): Promise<string> {
  const anchor = openAnchor();
  for (let no = 0; ; ) {
    const links = await tx
      .selectFrom("auditLinks")
      .select(["no", "changeId", "at"])
      .where("no", ">", no)
      .orderBy("no")
      .limit(atOnce)
      .execute();
    for (const link of links) addToAnchor(anchor, link);
    if (links.length < atOnce) return anchorHead(head, anchor);
    no = links.at(-1)?.no ?? no;
  }
}

export interface ChainHead {
  no: number;
  head: string;
}

/** The newest link; what is noted of it elsewhere shows later whether anything before it was changed. */
export const readHead = (db: Db): Promise<ChainHead | undefined> =>
  db.selectFrom("auditLinks").select(["no", "head"]).orderBy("no", "desc").limit(1).executeTakeFirst();

/** Writes the head where whoever changes the database does not reach: into the log of the host. */
async function logHead({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
  const head = await readHead(db);
  if (!head) return;
  const { released } = await db
    .selectFrom("auditLinks")
    .select((eb) => eb.fn.countAll<number | string>().as("released"))
    .where("form", "!=", 1)
    .where("valuesSalt", "is", null)
    .executeTakeFirstOrThrow();
  log.info({ ...head, released: Number(released) }, "head of the audit log");
}

/** Links what is new, and logs the head that comes of it. */
export async function tendChain(services: Pick<Services, "db" | "now" | "live" | "log">): Promise<void> {
  if ((await linkEntries(services)) > 0) await logHead(services);
}

/** Links whatever is not linked yet, however old, and logs the head in any case. */
export async function tendWholeChain(services: Pick<Services, "db" | "now" | "live" | "log">): Promise<void> {
  await linkEntries(services, { isWhole: true });
  await logHead(services);
}
