import { requireValue } from "../../../../contract/narrowing.ts";
import type { DiffBlock, DiffOp } from "../../../../contract/wiki/page-rows.ts";
import { lazyModule } from "../../../lazy-module.ts";
import { apart } from "../../../run-apart.ts";
import { alignBlocks } from "./align-blocks.ts";
import { blocksOf, type TextBlock } from "./text-blocks.ts";

const diff = lazyModule<typeof import("diff")>(import.meta.url, "diff");

/** Large documents are compared in a thread. */
export const compareApart = apart(import.meta.url, compareDocuments, (from, to) => from.length + to.length);

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
  if (from.text !== to.text) return { op: "changed", kind, isFormatOnly: false, ops: diffWordsOf(from.text, to.text) };
  const isSame = from.form === to.form;
  return { op: isSame ? "same" : "changed", kind, isFormatOnly: !isSame, ops: [{ op: "same", text: to.text }] };
}

/** Texts that differ in more places than this are shown as a whole. */
const maxEdits = 2000;

function diffWordsOf(from: string, to: string): DiffOp[] {
  const whole: DiffOp[] = [
    { op: "removed", text: from },
    { op: "added", text: to },
  ];
  const runs = diff().diffWordsWithSpace(from, to, { maxEditLength: maxEdits });
  if (!runs) return whole.filter(({ text }) => text !== "");
  return runs.map(({ value, added, removed }) => ({ op: added ? "added" : removed ? "removed" : "same", text: value }));
}
