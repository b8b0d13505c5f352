import type { Db } from "../../db/connection.ts";

/** The steps of imports that go on by themselves: what stands in the database is the truth, these are only the hands. */
export interface Hands {
  /** What is at work, by the id of its import. */
  work: Map<string, Promise<void>>;
  isStopping: boolean;
}

/** Returns a function that gives the hands of a database, the same ones each time. */
export function openHands(): (db: Db) => Hands {
  const hands = new WeakMap<Db, Hands>();
  return (db) => {
    const known = hands.get(db) ?? { work: new Map(), isStopping: false };
    hands.set(db, known);
    return known;
  };
}
