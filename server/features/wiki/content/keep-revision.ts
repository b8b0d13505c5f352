import { parseOwnJson } from "../../../../contract/narrowing.ts";
import { elapsedMs } from "../../../../contract/time/elapsed.ts";
import { revisionMinutes } from "../../../../contract/wiki/page-limits.ts";
import type { Db } from "../../../db/connection.ts";

interface Kept {
  pageId: string;
  title: string;
  contentJson: string;
  editorIds: readonly string[];
  size: number;
}

/** A session that never pauses still leaves a revision now and then. */
const maxMinutes = 60;

/**
 * Keeps a content as a revision. What the people of the newest revision save shortly after it goes into that one,
 * unless it is closed.
 */
export async function keepRevision(db: Db, now: Date, kept: Kept): Promise<{ no: number; isNew: boolean }> {
  const { pageId, title, contentJson, editorIds, size } = kept;
  const newest = await db
    .selectFrom("pageRevisions")
    .select(["no", "authorId", "contributorsJson", "startedAt", "savedAt", "isClosed"])
    .where("pageId", "=", pageId)
    .orderBy("no", "desc")
    .limit(1)
    .executeTakeFirst();
  const savedAt = now.toISOString();
  const content = { title, contentJson, size, savedAt };
  const people = newest ? peopleOf(newest) : [];
  const isFresh = newest && minutesSince(newest.savedAt, now) < revisionMinutes;
  const isShort = newest && minutesSince(newest.startedAt, now) < maxMinutes;
  const isOpen = newest?.isClosed === 0;
  if (newest && isFresh && isShort && isOpen && editorIds.some((id) => people.includes(id))) {
    const contributors = [...new Set([...people, ...editorIds])].filter((id) => id !== newest.authorId);
    await db
      .updateTable("pageRevisions")
      .set({ ...content, contributorsJson: JSON.stringify(contributors) })
      .where("pageId", "=", pageId)
      .where("no", "=", newest.no)
      .execute();
    return { no: newest.no, isNew: false };
  }
  const [authorId = null, ...contributors] = editorIds;
  const no = (newest?.no ?? 0) + 1;
  await db
    .insertInto("pageRevisions")
    .values({
      ...content,
      pageId,
      no,
      authorId,
      contributorsJson: JSON.stringify(contributors),
      startedAt: savedAt,
      summary: null,
    })
    .execute();
  return { no, isNew: true };
}

const minutesSince = (at: string, now: Date) => elapsedMs(at, now) / 60_000;

function peopleOf({ authorId, contributorsJson }: { authorId: string | null; contributorsJson: string }): string[] {
  return [...(authorId ? [authorId] : []), ...parseOwnJson<string[]>(contributorsJson)];
}
