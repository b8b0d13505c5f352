import { expect } from "vitest";
import { until } from "../until.ts";
import { type Ledger, type Worker, workOf } from "./work.ts";

interface ActingOptions {
  ledger: Ledger;
  workers: readonly Worker[];
  everyMs: number;
  /** With so much under way, people wait. */
  maxAtOnce: number;
  chance: { below(limit: number): number };
}

/** Has somebody do something again and again; what is returned ends it, and resolves when all of it is done. */
export function startActing({ ledger, workers, everyMs, maxAtOnce, chance }: ActingOptions): () => Promise<void> {
  const { all } = workOf(ledger);
  const running = new Set<Promise<void>>();
  const pick = <Each>(of: readonly Each[]): Each => of[chance.below(of.length)] as Each;
  const timer = setInterval(() => {
    if (running.size >= maxAtOnce) return;
    const act = pick(all)(pick(workers));
    running.add(act);
    void act.finally(() => running.delete(act));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await until(() => expect({ count: running.size, open: [...ledger.open] }).toEqual({ count: 0, open: [] }));
  };
}

/** How many are in which state. */
export function statesOf(workers: readonly Worker[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { person } of workers) counts[person.state()] = (counts[person.state()] ?? 0) + 1;
  return counts;
}

export const isEverybodyOnline = (workers: readonly Worker[]) =>
  until(() => expect(statesOf(workers)).toEqual({ online: workers.length }));
