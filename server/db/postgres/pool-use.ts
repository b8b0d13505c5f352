/** How many connections of a pool do something, rest, and how many statements wait for one. */
export interface PoolUse {
  busy: number;
  idle: number;
  waiting: number;
  max: number;
}

const uses = new WeakMap<object, () => PoolUse>();

/** Lets the connections of a database be counted from now on. */
export function notePool(db: object, use: () => PoolUse): void {
  uses.set(db, use);
}

/** Undefined of a database that has no pool. */
export const readPoolUse = (db: object): PoolUse | undefined => uses.get(db)?.();
