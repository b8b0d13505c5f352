/** A module that several routes share. */
export interface Shared {
  id: string;
  routes: ReadonlySet<string>;
  /** The length of its code. */
  size: number;
  imports: readonly string[];
}

/** A file with the modules in it and the routes that load it. */
export interface Chunk {
  ids: string[];
  routes: Set<string>;
  size: number;
}

interface Linked extends Chunk {
  imports: Set<Linked>;
}

/** What a request costs beside what it brings, in characters of code. */
export const requestCost = 2500;

/**
 * Puts modules into files: first one for each set of routes, then two files into one as long as the requests that are
 * saved weigh more than what routes load needlessly, the best pair first. A file brings along what it imports, which
 * counts, too. Two files that import each other by a third stay apart, because what runs first would be left to chance.
 */
export function mergeChunks(shared: readonly Shared[], weightOf: (route: string) => number): Chunk[] {
  const chunks = new Set(bySetOfRoutes(shared));
  const closures = new Map<Linked, ReadonlySet<Linked>>();
  const closureOf = (chunk: Linked) => {
    const known = closures.get(chunk);
    if (known) return known;
    const found = new Set(chunk.imports);
    for (const each of found) for (const next of each.imports) found.add(next);
    closures.set(chunk, found);
    return found;
  };
  /** What routes that load the one, and not the other, would load needlessly of what the other imports. */
  const wasteOf = (one: Linked, other: Linked) => {
    let waste = 0;
    for (const route of one.routes) {
      if (other.routes.has(route)) continue;
      const weight = weightOf(route);
      for (const { routes, size } of closureOf(other)) if (!routes.has(route)) waste += weight * (size + requestCost);
    }
    return waste;
  };
  /** What it is worth to have both in one file; 0 where that is nothing. */
  const gainOf = (one: Linked, other: Linked) => {
    let gain = 0;
    for (const route of one.routes) gain += weightOf(route) * (other.routes.has(route) ? requestCost : -other.size);
    for (const route of other.routes) if (!one.routes.has(route)) gain -= weightOf(route) * one.size;
    // Of most pairs this says enough, and what they import takes the longest to count.
    return gain <= 0 ? 0 : Math.max(0, gain - wasteOf(one, other) - wasteOf(other, one));
  };
  const isKnot = (one: Linked, other: Linked) =>
    [...one.imports].some((each) => each !== other && closureOf(each).has(other)) ||
    [...other.imports].some((each) => each !== one && closureOf(each).has(one));

  const pairs = pairsOf([...chunks], gainOf);
  for (let best = pairs.pop(); best; best = pairs.pop()) {
    const { one, other } = best;
    if (!chunks.has(one) || !chunks.has(other) || isKnot(one, other)) continue;
    // What was merged since may have made it worth less.
    const gain = gainOf(one, other);
    if (gain < (pairs.at(-1)?.gain ?? 0)) {
      if (gain > 0) insert(pairs, { one, other, gain });
      continue;
    }
    if (gain === 0) continue;
    const merged = merge(one, other, chunks);
    for (const [each, closure] of closures) if (closure.has(one) || closure.has(other)) closures.delete(each);
    for (const each of closureOf(merged)) for (const route of merged.routes) each.routes.add(route);
    for (const each of chunks) {
      const more = each === merged ? 0 : gainOf(merged, each);
      if (more > 0) insert(pairs, { one: merged, other: each, gain: more });
    }
  }
  return [...chunks];
}

function bySetOfRoutes(shared: readonly Shared[]): Iterable<Linked> {
  const chunks = new Map<string, Linked>();
  const chunkOf = new Map<string, Linked>();
  for (const { id, routes, size } of shared) {
    const key = [...routes].sort().join();
    const chunk = chunks.get(key) ?? { ids: [], routes: new Set(routes), size: 0, imports: new Set() };
    chunk.ids.push(id);
    chunk.size += size;
    chunks.set(key, chunk);
    chunkOf.set(id, chunk);
  }
  for (const { id, imports } of shared)
    for (const imported of imports) {
      const [from, to] = [chunkOf.get(id), chunkOf.get(imported)];
      if (from && to && from !== to) from.imports.add(to);
    }
  return chunks.values();
}

interface Pair {
  one: Linked;
  other: Linked;
  gain: number;
}

/** Every pair that is worth something, the best one last. */
function pairsOf(chunks: readonly Linked[], gainOf: (one: Linked, other: Linked) => number): Pair[] {
  return chunks
    .flatMap((one, index) => chunks.slice(0, index).map((other) => ({ one, other, gain: gainOf(one, other) })))
    .filter(({ gain }) => gain > 0)
    .sort((left, right) => left.gain - right.gain);
}

/** Puts a pair where it belongs, after others that are worth as much. */
function insert(pairs: Pair[], pair: Pair): void {
  let [from, to] = [0, pairs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((pairs[middle]?.gain ?? 0) > pair.gain) to = middle;
    else from = middle + 1;
  }
  pairs.splice(from, 0, pair);
}

/** Puts two files into one, in whose place whoever has imported them imports it. */
function merge(one: Linked, other: Linked, chunks: Set<Linked>): Linked {
  const merged: Linked = {
    ids: [...one.ids, ...other.ids],
    routes: new Set([...one.routes, ...other.routes]),
    size: one.size + other.size,
    imports: new Set([...one.imports, ...other.imports]),
  };
  chunks.add(merged);
  for (const old of [one, other]) {
    chunks.delete(old);
    merged.imports.delete(old);
    for (const { imports } of chunks) if (imports.delete(old)) imports.add(merged);
  }
  merged.imports.delete(merged);
  return merged;
}
