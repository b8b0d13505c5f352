import { forgetOldest } from "../forget-oldest.ts";

const maxCallers = 10_000;

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
