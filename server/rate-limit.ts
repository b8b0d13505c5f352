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

/** Takes `cost` requests of a caller's, one unless told. */
export type Take = (caller: string, now: number, cost?: number) => Allowance | Promise<Allowance>;
/** Says whether a caller has asked for too much. */
export type IsTooMany = (caller: string | undefined) => boolean | Promise<boolean>;

/** What callers may do how often, by names that are the same on every node. */
export interface RateLimits {
  /** Lets each caller make `max` requests at once and then as many a minute as flow back in time. */
  openBucket(name: string, max: number): Take;
  /** Counts what each caller asks for within a minute of the clock; more than `max` is too much. */
  perMinute(name: string, max: number, now: () => Date): IsTooMany;
}

/** Limits of this process alone, kept in memory. */
export function localLimits(): RateLimits {
  return {
    openBucket: (_name, max) => openRateLimit(max),
    perMinute: (_name, max, now) => perMinute(max, now),
  };
}

const maxCallers = 10_000;

/**
 * Lets each caller make `max` requests at once and then as many a minute as flow back in time; something that is worth
 * several requests costs as many. Kept in memory: every process counts for itself.
 */
export function openRateLimit(max: number) {
  const buckets = new Map<string, Bucket>();
  const perMs = max / 60_000;

  return function take(caller: string, now: number, cost = 1): Allowance {
    const known = buckets.get(caller) ?? { left: max, at: now };
    const left = Math.min(max, known.left + Math.max(0, now - known.at) * perMs);
    const isAllowed = left >= cost;
    const after = isAllowed ? left - cost : left;
    buckets.delete(caller);
    buckets.set(caller, { left: after, at: now });
    if (buckets.size > maxCallers) forgetOldest(buckets);
    return allowanceOf({ max, left: after, isAllowed, cost });
  };
}

/** What a caller is told of a bucket in which so much is left afterwards. */
export function allowanceOf({
  max,
  left,
  isAllowed,
  cost,
}: {
  max: number;
  left: number;
  isAllowed: boolean;
  cost: number;
}): Allowance {
  const missing = isAllowed ? max - left : cost - left;
  return {
    isAllowed,
    limit: max,
    remaining: Math.floor(left),
    resetSeconds: Math.ceil(missing / (max / 60_000) / 1000),
  };
}

/** Says whether a caller, a network or a token, has asked for more than `max` things within this minute. */
export function perMinute(max: number, now: () => Date): (caller: string | undefined) => boolean {
  const counts = new Map<string, { minute: number; count: number }>();
  return (caller = "unknown") => {
    const minute = Math.floor(now().getTime() / 60_000);
    const seen = counts.get(caller);
    const count = seen?.minute === minute ? seen.count + 1 : 1;
    // Whoever asks all the time is never the oldest, so others who come in crowds do not make it forgotten.
    counts.delete(caller);
    counts.set(caller, { minute, count });
    if (counts.size > maxCallers) forgetOldest(counts);
    return count > max;
  };
}
