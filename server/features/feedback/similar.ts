import { sql } from "kysely";
import type { z } from "zod";
import type { FeedbackHint } from "../../../contract/feedback/feedback-entry.ts";
import type { similarFeedback } from "../../../contract/feedback/feedback-input.ts";
import type { FeedbackStatus } from "../../../contract/feedback/statuses.ts";
import { foldText } from "../../../contract/values/fold.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { matching } from "../../search/match.ts";
import { readSearch } from "../../search/search-terms.ts";
import { votedOf } from "./queries.ts";

const maxResults = 5;
const maxWords = 8;
/** How many are compared letter by letter. */
const maxCandidates = 200;
/** How alike two titles must be, from 0 to 1; below that they share little more than a common word. */
const minSimilarity = 0.3;

/** Entries whose titles come close to one, best first: found by any of its longer words, judged by their trigrams. */
export async function findSimilar(
  ctx: RecordContext,
  { title, exceptId }: z.output<typeof similarFeedback>,
): Promise<FeedbackHint[]> {
  const words = [...new Set(foldText(title).match(/[\p{L}\p{N}]{4,}/gu) ?? [])].slice(0, maxWords);
  const readings = words.map(stem).flatMap((word) => readSearch(word));
  if (readings.length === 0) return [];
  const found = matching(sql`d.record_id`, { type: "feedback", readings, isRestrictedOpen: false });
  const rows = await ctx.db
    .selectFrom("feedback")
    .select(["id", "number", "title", "status"])
    .select(sql<number>`(select count(*) from feedback_votes where feedback_id = feedback.id)`.as("votes"))
    .where("archivedAt", "is", null)
    .where("status", "!=", "duplicate")
    .where("id", "!=", exceptId ?? "")
    .where(sql<boolean>`id in (${found})`)
    .orderBy("createdAt", "desc")
    .limit(maxCandidates)
    .execute();
  const wanted = trigrams(title);
  const best = rows
    .map((row) => ({ row, similarity: similarity(wanted, trigrams(row.title)) }))
    .filter((each) => each.similarity >= minSimilarity)
    .sort((one, other) => other.similarity - one.similarity || Number(other.row.votes) - Number(one.row.votes))
    .slice(0, maxResults)
    .map(({ row }) => row);
  const voted = await votedOf(
    ctx,
    best.map(({ id }) => id),
  );
  return best.map((row) => toHint(row, voted));
}

/** Endings differ from sentence to sentence: „Vorschaubilder“ is also looked for as „Vorschaubild“. */
const stem = (word: string) => (word.length > 6 ? word.slice(0, -2) : word);

function trigrams(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let start = 0; start + 3 <= padded.length; start += 1) found.add(padded.slice(start, start + 3));
  }
  return found;
}

/** The share of the shorter one's trigrams that the other has, so that a title that is still being typed counts fully. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((each) => other.has(each)).length;
  return shared / Math.max(1, Math.min(one.size, other.size));
}

export function toHint(
  {
    id,
    number,
    title,
    status,
    votes,
  }: { id: string; number: string; title: string; status: FeedbackStatus; votes: number },
  voted: readonly string[],
): FeedbackHint {
  return { id, number, title, status, votes: Number(votes), hasVoted: voted.includes(id) };
}
