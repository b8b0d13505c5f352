import type { z } from "zod";
import type { diffRevisions as diffInput } from "../../../../contract/wiki/page-input.ts";
import type { DiffBlock, DiffOp, PageDiff } from "../../../../contract/wiki/page-rows.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { compareApart } from "./compare-documents.ts";
import { findRevision } from "./revisions.ts";

/** Two revisions of a page, block by block and within blocks word by word. Throws not_found. */
export async function compareRevisions(
  ctx: Pick<PersonContext, "db" | "person">,
  { id, from, to }: z.output<typeof diffInput>,
): Promise<PageDiff> {
  const [older, newer] = [await findRevision(ctx, id, from), await findRevision(ctx, id, to)];
  const blocks = await compareApart(ctx.person.id, older.contentJson, newer.contentJson);
  return {
    from: older.revision,
    to: newer.revision,
    blocks,
    wordsAdded: countWords(blocks, "added"),
    wordsRemoved: countWords(blocks, "removed"),
  };
}

const countWords = (blocks: readonly DiffBlock[], op: DiffOp["op"]) =>
  blocks
    .flatMap(({ ops }) => ops)
    .filter((each) => each.op === op)
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
