import { dayMs, minuteMs } from "../../contract/time/durations.ts";

/** A time in which no report could come in, in milliseconds. */
export interface DeafTime {
  from: number;
  until: number;
}

/** What is kept beyond the end of a process. */
export interface KeptDeafness {
  /** The earliest first. */
  times: readonly DeafTime[];
  /** Since when the portal's own connection is gone; null while it is there. */
  lostSince: number | null;
}

export interface Deafness {
  /** The portal's own connection is lost, or back. */
  follow(isLost: boolean, at: number, since: number): void;
  /** When nobody could report, the earliest first. */
  times(): readonly DeafTime[];
}

interface Options {
  /** When an earlier process looked last. */
  seenAt: number | null;
  startedAt: number;
  kept: KeptDeafness;
  keep(deafness: KeptDeafness): void;
}

/** What is shorter is a restart, and no job is missed for that. */
const minMs = 2 * minuteMs;
/** A job reports at least once in this time. */
const keptMs = 62 * dayMs;
const maxTimes = 200;

/**
 * Remembers when the portal could not be reached: while it did not run, as the last look of an earlier process tells,
 * and while its own connection was gone. What nobody could report then is nobody's failure.
 */
export function openDeafness({ seenAt, startedAt, kept, keep }: Options): Deafness {
  let [times, lostSince] = [kept.times, kept.lostSince];

  function add(from: number, until: number): void {
    if (until - from < minMs) return;
    const recent = times.filter((time) => time.until > until - keptMs);
    times = [...recent, { from, until }].sort((one, other) => one.from - other.from).slice(-maxTimes);
  }
  const save = () => keep({ times, lostSince });

  // Whether the connection came back meanwhile nobody knows; if it did not, that is noticed anew.
  const from = lostSince ?? seenAt;
  if (from !== null) add(from, startedAt);
  lostSince = null;
  save();
  return {
    follow(isLost, at, since) {
      if (!isLost && lostSince !== null) add(lostSince, at);
      lostSince = isLost ? since : null;
      save();
    },
    times: () => times,
  };
}
