/** How often a loop runs: in `npm test` as often as proves something, in `npm run soak` as often as finds the rare. */
export function repetitions(inTest: number, inSoak: number): number {
  return process.env.SOAK ? inSoak : inTest;
}
