import { requireValue } from "../../../../contract/narrowing.ts";
import { lazyModule } from "../../../lazy-module.ts";
import type { TextBlock } from "./text-blocks.ts";

const diff = lazyModule<typeof import("diff")>(import.meta.url, "diff");

/** A block of the older version and its match in the newer one, by their places; one is undefined where it has none. */
export interface Pair {
  from: number | undefined;
  to: number | undefined;
}

/** Pairs the blocks of two versions: first those with the same words, then between them those that are most alike. */
export function alignBlocks(from: readonly TextBlock[], to: readonly TextBlock[]): Pair[] {
  const key = ({ text, kind }: TextBlock) => (text ? text : `\u0000${kind}`);
  const runs = diff().diffArrays(from.map(key), to.map(key));
  const pairs: Pair[] = [];
  let [f, t] = [0, 0];
  for (let index = 0; index < runs.length; index += 1) {
    const run = requireValue(runs[index]);
    const count = run.value.length;
    if (!run.added && !run.removed) {
      for (let step = 0; step < count; step += 1) pairs.push({ from: f + step, to: t + step });
      [f, t] = [f + count, t + count];
      continue;
    }
    const next = runs[index + 1];
    const isReplaced = next && (run.removed ? next.added : next.removed);
    const removed = run.removed ? count : isReplaced ? next.value.length : 0;
    const added = run.added ? count : isReplaced ? next.value.length : 0;
    pairs.push(...pairAlike(from.slice(f, f + removed), to.slice(t, t + added), f, t));
    [f, t] = [f + removed, t + added];
    if (isReplaced) index += 1;
  }
  return pairs;
}

/** Beyond this, comparing each with each takes too long, and so little is alike that the order decides. */
const maxCompared = 4000;
const alike = 0.35;

function pairAlike(from: readonly TextBlock[], to: readonly TextBlock[], f: number, t: number): Pair[] {
  const best = from.length * to.length > maxCompared ? undefined : bestPairs(from, to);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  const step = (until: number, upTo: number) => {
    for (; i < until; i += 1) pairs.push({ from: f + i, to: undefined });
    for (; j < upTo; j += 1) pairs.push({ from: undefined, to: t + j });
  };
  for (const [one, other] of best ?? []) {
    step(one, other);
    pairs.push({ from: f + i, to: t + j });
    [i, j] = [i + 1, j + 1];
  }
  step(from.length, to.length);
  return pairs;
}

/** The pairs in order whose likeness adds up to most. */
function bestPairs(from: readonly TextBlock[], to: readonly TextBlock[]): [number, number][] {
  const words = (block: TextBlock) => new Set(block.text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const [left, right] = [from.map(words), to.map(words)];
  const score = (i: number, j: number) => {
    const likeness = likenessOf(requireValue(left[i]), requireValue(right[j]));
    return likeness < alike ? 0 : likeness + (from[i]?.kind === to[j]?.kind ? 0.1 : 0);
  };
  // Row by row; one more of each than there are blocks, for the end.
  const width = to.length + 1;
  const sums = new Float64Array((from.length + 1) * width);
  const at = (i: number, j: number) => sums[i * width + j] ?? 0;
  for (let i = from.length - 1; i >= 0; i -= 1)
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const paired = score(i, j);
      const taken = paired > 0 ? paired + at(i + 1, j + 1) : 0;
      sums[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), taken);
    }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < from.length && j < to.length; ) {
    const paired = score(i, j);
    if (paired > 0 && at(i, j) === paired + at(i + 1, j + 1)) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
