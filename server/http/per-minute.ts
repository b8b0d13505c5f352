const maxAddresses = 10_000;

/** Says whether an address has asked for more than `max` things within this minute. */
export function perMinute(max: number, now: () => Date): (ip: string | undefined) => boolean {
  const counts = new Map<string, { minute: number; count: number }>();
  return (ip = "unknown") => {
    const minute = Math.floor(now().getTime() / 60_000);
    const seen = counts.get(ip);
    const count = seen?.minute === minute ? seen.count + 1 : 1;
    if (counts.size >= maxAddresses) counts.clear();
    counts.set(ip, { minute, count });
    return count > max;
  };
}
