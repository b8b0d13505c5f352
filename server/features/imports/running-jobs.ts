import type { Db } from "../../db/connection.ts";

/** The steps of imports that go on by themselves: what stands in the database is the truth, these are only the runningJobs. */
export interface RunningJobs {
  /** What is at work, by the id of its import. */
  work: Map<string, Promise<void>>;
  isStopping: boolean;
}

/** Returns a function that gives the runningJobs of a database, the same ones each time. */
export function openRunningJobs(): (db: Db) => RunningJobs {
  const runningJobs = new WeakMap<Db, RunningJobs>();
  return (db) => {
    const known = runningJobs.get(db) ?? { work: new Map(), isStopping: false };
    runningJobs.set(db, known);
    return known;
  };
}
