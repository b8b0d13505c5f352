import { forgetOldest } from "./forget-oldest.ts";

interface Bucket {
  left: number;
  at: number;
}

export interface Allowance {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Until the next request is possible, or until all of them are again. */
  resetSeconds: number;
}

/**
 * Lets each caller make `perMinute` requests at once and then as many as flow back in time; something that is worth
 * several requests costs as many. Kept in memory: every process counts for itself.
 */
export function openRateLimit(perMinute: number, maxCallers = 10_000) {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  return function take(caller: string, now: number, cost = 1): Allowance {
    const known = buckets.get(caller) ?? { left: perMinute, at: now };
    const left = Math.min(perMinute, known.left + Math.max(0, now - known.at) * perMs);
    const isAllowed = left >= cost;
    const after = isAllowed ? left - cost : left;
    buckets.delete(caller);
    buckets.set(caller, { left: after, at: now });
    if (buckets.size > maxCallers) forgetOldest(buckets);
    const missing = isAllowed ? perMinute - after : cost - after;
    return {
      isAllowed,
      limit: perMinute,
      remaining: Math.floor(after),
      resetSeconds: Math.ceil(missing / perMs / 1000),
    };
  };
}
