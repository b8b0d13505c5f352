import { requireValue } from "../../../../contract/narrowing.ts";
import type { PageAuthorship } from "../../../../contract/wiki/page-rows.ts";
import { notFound } from "../../../problem.ts";
import { isReadable } from "../../../records/readable.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { alignBlocks } from "./align-blocks.ts";
import { readPeople } from "./revisions.ts";
import { blocksOf, type TextBlock } from "./text-blocks.ts";

/** What is older than so many revisions is told as of the oldest of them. */
const lookedAt = 100;

interface Origin {
  no: number;
  authorId: string | null;
  at: string;
}

/** Who wrote each block of a page as it stands, and when: whoever changed its words last. Throws not_found. */
export async function readAuthorship(
  { db, person }: Pick<PersonContext, "db" | "person">,
  { id }: { id: string },
): Promise<PageAuthorship[]> {
  if (!(await isReadable(db, { type: "page", id }, person))) throw notFound();
  const revisions = await db
    .selectFrom("pageRevisions")
    .select(["no", "authorId", "savedAt as at"])
    .where("pageId", "=", id)
    .orderBy("no", "desc")
    .limit(lookedAt)
    .execute();
  let blocks: TextBlock[] = [];
  let origins: Origin[] = [];
  for (const origin of revisions.reverse()) {
    const { contentJson } = await db
      .selectFrom("pageRevisions")
      .select("contentJson")
      .where("pageId", "=", id)
      .where("no", "=", origin.no)
      .executeTakeFirstOrThrow();
    const next = blocksOf(contentJson);
    origins = carryOver(blocks, origins, next, origin);
    blocks = next;
  }
  const people = await readPeople(db, [...new Set(origins.flatMap(({ authorId }) => authorId ?? []))]);
  return blocks.map(({ kind, text }, index) => {
    const { no, authorId, at } = requireValue(origins[index]);
    const author = (authorId && people.get(authorId)) || null;
    return { index, kind, text: text.slice(0, 500), author, at: new Date(at), no };
  });
}

/** Blocks whose words are the same keep their origin, also when they were moved. */
function carryOver(
  blocks: readonly TextBlock[],
  origins: readonly Origin[],
  next: readonly TextBlock[],
  origin: Origin,
): Origin[] {
  const carried = next.map(() => origin);
  const moved = new Map<string, Origin>();
  const pairs = alignBlocks(blocks, next);
  for (const { from } of pairs)
    if (from !== undefined) moved.set(requireValue(blocks[from]).text, requireValue(origins[from]));
  for (const { from, to } of pairs) {
    if (to === undefined) continue;
    const { text } = requireValue(next[to]);
    const isKept = from !== undefined && blocks[from]?.text === text;
    carried[to] = (isKept ? origins[from] : text.length > 20 ? moved.get(text) : undefined) ?? origin;
  }
  return carried;
}
