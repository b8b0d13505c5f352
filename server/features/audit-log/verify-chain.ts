import { signInKinds } from "../../../contract/changes/changes.ts";
import { isOneOf, parseOwnJson } from "../../../contract/narrowing.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import {
  addToAnchor,
  anchorHead,
  atOnce,
  firstFormHeadOf,
  hashOf,
  headOf,
  openAnchor,
  type PastNote,
  secondFormHeadOf,
  start,
  valuesHashOf,
  withoutEntryOf,
} from "./chain.ts";
import { type ClockBack, openLinkMoments, openUndatedLinks } from "./link-moments.ts";

/** Nothing younger is removed by the retention, whatever the settings say. */
const minRetentionMs = 7 * dayMs;

export interface ChainReport {
  entries: number;
  /** Entries that are gone, and that no retention has noted to have removed. */
  gone: { count: number; newestAt: string | undefined };
  /** Entries that say something else than when they were linked. */
  changed: string[];
  /** Entries that the chain does not know although it knows younger ones. */
  unlinked: string[];
  /** Entries that a run has linked although an earlier one should have. */
  late: string[];
  /** Of how many the run that linked them has noted why: sample data, or a clock that was behind. */
  noted: number;
  /** Where a clock went back. */
  clockBacks: readonly ClockBack[];
  /** How many entries lie behind younger ones whose links do not say when they were made. */
  undated: number;
  /** How many entries were gone before removals were noted. */
  formerlyGone: number;
  /** Of how many an erasure or a merge has changed what they were about. */
  released: number;
  /** The number of the first link that does not follow from the one before; undefined when all do. */
  brokenAt: number | undefined;
  head: string | undefined;
  /** Whether each of the heads that were asked for is in the chain. */
  known: Map<string, boolean>;
}

interface Options {
  /** Heads that must be in the chain. */
  heads?: readonly string[];
  /** Before when entries may have been removed by a retention that noted nothing, as it did not before links had a kind. */
  formerRetention?: string;
  /** By a clock that is right, as far as anybody knows. */
  now?: Date;
}

/** Reads the whole chain, and compares it with the entries that it is about, and those with it. */
export async function verifyChain(
  db: Db,
  { heads = [], formerRetention = "", now }: Options = {},
): Promise<ChainReport> {
  const moments = openLinkMoments();
  const undated = openUndatedLinks();
  const report: ChainReport = {
    entries: 0,
    gone: { count: 0, newestAt: undefined },
    changed: [],
    unlinked: [],
    late: [],
    noted: 0,
    clockBacks: moments.clockBacks,
    undated: 0,
    formerlyGone: 0,
    released: 0,
    brokenAt: undefined,
    head: undefined,
    known: new Map(heads.map((head) => [head, false])),
  };
  const removed = await readRemovals(db);
  const isNoted = openPastNotes(await readPastNotes(db));
  const mayBeGone = ({ form, kind, at }: { form: number; kind: string | null; at: string }) => {
    if (form === 1 && !removed) return at < formerRetention;
    const isOfSignIn = form === 1 || isOneOf(signInKinds, kind);
    return at < (removed?.historyBefore ?? "") || (isOfSignIn && at < (removed?.signInsBefore ?? ""));
  };
  const formerlyGone = await readFormerlyGone(db);
  const anchor = openAnchor();
  let former = start;
  let formerForm = 1;
  for (let no = 0; ; ) {
    const links = await db
      .selectFrom("auditLinks as link")
      .leftJoin("changes as entry", "entry.id", "link.changeId")
      .select(["link.no", "link.changeId", "link.at as linkAt", "link.kind as linkedKind", "link.form"])
      .select(["link.entryHash", "link.valuesHash", "link.valuesSalt", "link.head"])
      .select(["link.linkedAt", "link.withoutEntry"])
      .select(["entry.id", "entry.kind", "entry.subjectType", "entry.subjectId", "entry.actorId", "entry.at"])
      .select(["entry.beforeJson", "entry.afterJson"])
      .where("link.no", ">", no)
      .orderBy("link.no")
      .limit(atOnce)
      .execute();
    for (const row of links) {
      const { form, head, changeId, linkAt, linkedKind, entryHash, valuesHash, valuesSalt, linkedAt } = row;
      const { withoutEntry } = row;
      const link = {
        no: row.no,
        changeId,
        at: linkAt,
        kind: linkedKind,
        entryHash,
        valuesHash,
        linkedAt,
        withoutEntry,
      };
      if (form === 1) addToAnchor(anchor, link);
      if (form !== 1 && formerForm === 1 && no > 0) former = anchorHead(former, anchor);
      const follows = form === 1 ? firstFormHeadOf(former, entryHash) : newerHeadOf(form, former, link);
      if (row.no !== no + 1 || form < formerForm || follows !== head) report.brokenAt ??= row.no;
      const { id, kind, subjectType, subjectId, actorId, at, beforeJson, afterJson } = row;
      if (id === null || kind === null || subjectType === null || subjectId === null || at === null) {
        if (!mayBeGone({ form, kind: linkedKind, at: linkAt })) {
          if (form === 1 && formerlyGone.has(row.no)) report.formerlyGone += 1;
          else {
            report.gone.count += 1;
            if (linkAt > (report.gone.newestAt ?? "")) report.gone.newestAt = linkAt;
          }
        }
      } else {
        const isReleased = form !== 1 && valuesSalt === null;
        const hasOtherValues =
          valuesSalt !== null && valuesHashOf(valuesSalt, { subjectId, beforeJson, afterJson }) !== valuesHash;
        if (isReleased) report.released += 1;
        if (hashOf({ id, kind, subjectType, actorId, at }) !== entryHash || hasOtherValues)
          report.changed.push(changeId);
      }
      if (linkedAt !== null) {
        const isLate = moments.isLate({ no: row.no, at: linkAt, linkedAt });
        // Of one that the retention has removed, its note may be gone as well.
        if (isLate && id !== null) {
          if (isNoted({ at: linkAt, linkedAt })) report.noted += 1;
          else report.late.push(changeId);
        }
      } else if (form !== 1 && undated.isBehind(linkAt)) report.undated += 1;
      if (report.known.has(head)) report.known.set(head, true);
      report.entries += 1;
      [no, former, formerForm, report.head] = [row.no, head, form, head];
    }
    if (links.length < atOnce) break;
  }
  const until = now?.toISOString() ?? "9";
  report.unlinked = await findUnlinked(db, moments.linkedBefore(until) || undated.linkedBefore(until));
  return report;
}

const newerHeadOf = (form: number, ...said: Parameters<typeof headOf>) =>
  form === 2 ? secondFormHeadOf(...said) : headOf(...said);

/** The links of the first form that had no entry any more when the first one was made that says so, which binds it. */
async function readFormerlyGone(db: Db): Promise<Set<number>> {
  const first = await db
    .selectFrom("auditLinks")
    .select("withoutEntry")
    .where("form", "=", 3)
    .orderBy("no")
    .limit(1)
    .executeTakeFirst();
  return withoutEntryOf(first?.withoutEntry);
}

/** Entries without a link that are older than what is linked; younger ones wait for their turn. */
async function findUnlinked(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom("changes")
    .select("id")
    .where("at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("auditLinks").select("no").whereRef("auditLinks.changeId", "=", "changes.id"))),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What runs have noted of the entries that they linked late; the notes are entries themselves, which the chain holds. */
async function readPastNotes(db: Db): Promise<PastNote[]> {
  const notes = await db.selectFrom("changes").select("afterJson").where("kind", "=", "job.past-linked").execute();
  return notes.map(({ afterJson }) => parseOwnJson<PastNote>(afterJson ?? "{}"));
}

/** Whether a note covers an entry; each covers as many as it says, so that none can be put among them. */
function openPastNotes(notes: readonly PastNote[]) {
  const left = notes.map((note) => ({ ...note }));
  return ({ at, linkedAt }: { at: string; linkedAt: string }): boolean => {
    const note = left.find(
      (note) => note.linkedAt === linkedAt && note.from <= at && at <= note.until && note.entries > 0,
    );
    if (note) note.entries -= 1;
    return note !== undefined;
  };
}

interface Removals {
  signInsBefore: string;
  historyBefore: string;
}

/** What the retention has noted to have removed; the notes are entries themselves, which the chain holds. */
async function readRemovals(db: Db): Promise<Removals | undefined> {
  const notes = await db
    .selectFrom("changes")
    .select(["afterJson", "at"])
    .where("kind", "=", "job.history-removed")
    .execute();
  if (notes.length === 0) return undefined;
  const removed: Removals = { signInsBefore: "", historyBefore: "" };
  for (const { afterJson, at } of notes) {
    const said = parseOwnJson<Partial<Record<keyof Removals, string | null>>>(afterJson ?? "{}");
    const latest = new Date(Date.parse(at) - minRetentionMs).toISOString();
    for (const name of ["signInsBefore", "historyBefore"] as const) {
      const before = said[name] ?? "";
      const counted = before < latest ? before : latest;
      if (counted > removed[name]) removed[name] = counted;
    }
  }
  return removed;
}
