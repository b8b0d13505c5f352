import { VisitProblem } from "./browser-problem.ts";

export const tooSlow = () => new VisitProblem("Die Seite wurde nicht rechtzeitig fertig.", "tooSlow");

/** A promise with a time limit; a later result is ignored. */
export async function within<Result>(promise: Promise<Result>, limitMs: number): Promise<Result> {
  promise.catch(() => undefined);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow()), limitMs);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
