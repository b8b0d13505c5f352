/** A script as the coverage of V8 describes it. */
export interface CoveredScript {
  url: string;
  source: string;
  functions: readonly { ranges: readonly { startOffset: number; endOffset: number; count: number }[] }[];
}

/** How many characters of a script ran: of ranges that lie in each other the innermost counts. */
export function usedCharacters({ source, functions }: Omit<CoveredScript, "url">): number {
  const ran = new Uint8Array(source.length);
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((one, other) => other.endOffset - other.startOffset - (one.endOffset - one.startOffset));
  for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran.reduce((sum, each) => sum + each, 0);
}

/** How much of what was loaded ran, and of which scripts the most did not; a script that never began has not run at all. */
export function usedShare(
  loaded: ReadonlyMap<string, number>,
  covered: readonly CoveredScript[],
): { share: number; idlest: { url: string; unused: number }[] } {
  const used = new Map<string, number>();
  for (const { url, ...script } of covered) used.set(url, Math.max(used.get(url) ?? 0, usedCharacters(script)));
  const scripts = [...loaded].map(([url, length]) => ({ url, length, unused: length - (used.get(url) ?? 0) }));
  const total = scripts.reduce((sum, { length }) => sum + length, 0);
  const unused = scripts.reduce((sum, script) => sum + script.unused, 0);
  const idlest = scripts
    .toSorted((one, other) => other.unused - one.unused)
    .map(({ url, unused }) => ({ url, unused }));
  return { share: total === 0 ? 0 : 1 - unused / total, idlest };
}
