interface Span {
  from: number;
  to: number;
}

/** A question that was not answered, or answered with a failure. */
export interface Failure extends Span {
  what: string;
  message: string;
}

interface Outage extends Span {
  explains(failure: Failure): boolean;
}

/** Tells failures of requests that were in flight when something ended from those that nothing explains. */
export function openOutages() {
  const outages: Outage[] = [];
  const failures: Failure[] = [];
  const isExplained = (failure: Failure) =>
    outages.some(({ from, to, explains }) => failure.from <= to && failure.to >= from && explains(failure));
  return {
    note(what: string, error: unknown, from: number): void {
      failures.push({ what, message: String(error), from, to: performance.now() });
    },
    /** Explains what is in flight while this runs, all of it or some. */
    async during<Result>(work: () => Promise<Result>, explains: Outage["explains"] = () => true): Promise<Result> {
      const outage = { from: performance.now(), to: Number.POSITIVE_INFINITY, explains };
      outages.push(outage);
      const result = await work();
      outage.to = performance.now();
      return result;
    },
    count: () => failures.length,
    unexplained: (): Failure[] => failures.filter((failure) => !isExplained(failure)),
  };
}

export type Outages = ReturnType<typeof openOutages>;
