/**
 * How much time has passed since a stored time, never less than none. A time that lies ahead was written while the
 * clock was ahead, so nobody knows; it counts as long ago, and what waits for it goes on at once.
 */
export function elapsedMs(since: Date | string | number, now: Date): number {
  const ms = now.getTime() - new Date(since).getTime();
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
}
