import { createHash } from "node:crypto";
import type { Db } from "../../db/connection.ts";
import { systemContext, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";

/** Younger entries may still be overtaken by ones with a smaller id, of another process. */
const settledMs = 60_000;
const atOnce = 2000;
const start = "0".repeat(64);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

interface Entry {
  id: string;
  kind: string;
  subjectType: string;
  actorId: string | null;
  at: string;
}

/**
 * Who did what kind of thing when. What it was done to and with which values is left out: a merge leads entries to
 * another record, and values have to be erasable.
 */
const hashOf = ({ id, kind, subjectType, actorId, at }: Entry) =>
  sha256(JSON.stringify([id, kind, subjectType, actorId, at]));
const headOf = (former: string, entryHash: string) => sha256(`${former}${entryHash}`);

/** Links what has settled since the last time to the chain; returns how many entries that were. */
export async function linkEntries(services: Pick<Services, "db" | "now" | "live">): Promise<number> {
  let linked = 0;
  const before = new Date(services.now().getTime() - settledMs).toISOString();
  for (;;) {
    // One statement reads what is not linked yet and one transaction links it: of two processes one does.
    const count = await transact(systemContext(services), async ({ db: tx }) => {
      const last = await tx.selectFrom("auditLinks").selectAll().orderBy("no", "desc").limit(1).executeTakeFirst();
      const entries = await tx
        .selectFrom("changes")
        .select(["id", "kind", "subjectType", "actorId", "at"])
        .$if(last !== undefined, (query) => query.where("id", ">", last?.changeId ?? ""))
        .where("at", "<=", before)
        .orderBy("id")
        .limit(atOnce)
        .execute();
      let { no, head } = last ?? { no: 0, head: start };
      const links = entries.map((entry) => {
        const entryHash = hashOf(entry);
        head = headOf(head, entryHash);
        no += 1;
        return { no, changeId: entry.id, at: entry.at, entryHash, head };
      });
      for (let from = 0; from < links.length; from += 200)
        await tx
          .insertInto("auditLinks")
          .values(links.slice(from, from + 200))
          .execute();
      return links.length;
    });
    linked += count;
    if (count < atOnce) return linked;
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
export async function logHead({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
  const head = await readHead(db);
  if (head) log.info(head, "head of the audit log");
}

export interface ChainReport {
  entries: number;
  /** Entries that are gone; the retention of the settings removes old ones. */
  gone: { count: number; newestAt: string | undefined };
  /** Entries that say something else than when they were linked. */
  changed: string[];
  /** The number of the first link that does not follow from the one before; undefined when all do. */
  brokenAt: number | undefined;
  head: string | undefined;
  /** Whether each of the heads that were asked for is in the chain. */
  known: Map<string, boolean>;
}

/** Reads the whole chain, and compares it with the entries that it is about. */
export async function verifyChain(db: Db, heads: readonly string[] = []): Promise<ChainReport> {
  const report: ChainReport = {
    entries: 0,
    gone: { count: 0, newestAt: undefined },
    changed: [],
    brokenAt: undefined,
    head: undefined,
    known: new Map(heads.map((head) => [head, false])),
  };
  let former = start;
  for (let no = 0; ; ) {
    const links = await db
      .selectFrom("auditLinks as link")
      .leftJoin("changes as entry", "entry.id", "link.changeId")
      .select(["link.no", "link.changeId", "link.at as linkedAt", "link.entryHash", "link.head"])
      .select(["entry.id", "entry.kind", "entry.subjectType", "entry.actorId", "entry.at"])
      .where("link.no", ">", no)
      .orderBy("link.no")
      .limit(atOnce)
      .execute();
    for (const { linkedAt, entryHash, head, changeId, id, kind, subjectType, actorId, at, ...link } of links) {
      if (link.no !== no + 1 || headOf(former, entryHash) !== head) report.brokenAt ??= link.no;
      if (id === null || kind === null || subjectType === null || at === null) {
        report.gone.count += 1;
        if (linkedAt > (report.gone.newestAt ?? "")) report.gone.newestAt = linkedAt;
      } else if (hashOf({ id, kind, subjectType, actorId, at }) !== entryHash) report.changed.push(changeId);
      if (report.known.has(head)) report.known.set(head, true);
      report.entries += 1;
      [no, former, report.head] = [link.no, head, head];
    }
    if (links.length < atOnce) return report;
  }
}
