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

/** Lets each caller make `perMinute` requests at once and then as many as flow back in time; kept in memory. */
export function openRateLimit(perMinute: number, mostCallers = 10_000) {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  return function take(caller: string, now: number): Allowance {
    const known = buckets.get(caller) ?? { left: perMinute, at: now };
    const left = Math.min(perMinute, known.left + Math.max(0, now - known.at) * perMs);
    const isAllowed = left >= 1;
    const after = isAllowed ? left - 1 : left;
    buckets.delete(caller);
    buckets.set(caller, { left: after, at: now });
    if (buckets.size > mostCallers) buckets.delete(buckets.keys().next().value as string);
    const missing = isAllowed ? perMinute - after : 1 - after;
    return {
      isAllowed,
      limit: perMinute,
      remaining: Math.floor(after),
      resetSeconds: Math.ceil(missing / perMs / 1000),
    };
  };
}
