import { diffWordsWithSpace } from "diff";
import type { z } from "zod";
import { requireValue } from "../../../../contract/narrowing.ts";
import type { diffRevisions as diffInput } from "../../../../contract/wiki/page-input.ts";
import type { DiffBlock, DiffOp, PageDiff } from "../../../../contract/wiki/page-rows.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { alignBlocks } from "./align-blocks.ts";
import { findRevision } from "./revisions.ts";
import { blocksOf, type TextBlock } from "./text-blocks.ts";

/** Two revisions of a page, block by block and within blocks word by word. Throws not_found. */
export async function compareRevisions(
  ctx: Pick<PersonContext, "db" | "person">,
  { id, from, to }: z.output<typeof diffInput>,
): Promise<PageDiff> {
  const [older, newer] = [await findRevision(ctx, id, from), await findRevision(ctx, id, to)];
  const blocks = compareDocuments(older.contentJson, newer.contentJson);
  return {
    ...{ from: older.revision, to: newer.revision, blocks },
    wordsAdded: countWords(blocks, "added"),
    wordsRemoved: countWords(blocks, "removed"),
  };
}

/** The blocks of two stored documents beside each other. */
export function compareDocuments(fromJson: string, toJson: string): DiffBlock[] {
  const [from, to] = [blocksOf(fromJson), blocksOf(toJson)];
  return alignBlocks(from, to).map((pair) => {
    const left = pair.from === undefined ? undefined : from[pair.from];
    const right = pair.to === undefined ? undefined : to[pair.to];
    if (left && right) return compareBlocks(left, right);
    const op = left ? "removed" : "added";
    const { kind, text } = requireValue(left ?? right);
    return { op, kind, isFormatOnly: false, ops: [{ op, text }] };
  });
}

function compareBlocks(from: TextBlock, to: TextBlock): DiffBlock {
  const { kind } = to;
  if (from.text !== to.text) return { op: "changed", kind, isFormatOnly: false, ops: compareWords(from.text, to.text) };
  const isSame = from.form === to.form;
  return { op: isSame ? "same" : "changed", kind, isFormatOnly: !isSame, ops: [{ op: "same", text: to.text }] };
}

/** Texts that differ in more places than this are shown as a whole. */
const maxEdits = 2000;

function compareWords(from: string, to: string): DiffOp[] {
  const whole: DiffOp[] = [
    { op: "removed", text: from },
    { op: "added", text: to },
  ];
  const runs = diffWordsWithSpace(from, to, { maxEditLength: maxEdits });
  if (!runs) return whole.filter(({ text }) => text !== "");
  return runs.map(({ value, added, removed }) => ({ op: added ? "added" : removed ? "removed" : "same", text: value }));
}

const countWords = (blocks: readonly DiffBlock[], op: DiffOp["op"]) =>
  blocks
    .flatMap(({ ops }) => ops)
    .filter((each) => each.op === op)
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
