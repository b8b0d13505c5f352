import { minuteMs } from "../../contract/time/durations.ts";

/** A time in which no report could come in, in milliseconds. */
export interface DeafTime {
  from: number;
  until: number;
}

export interface Deafness {
  /** The portal's own connection is lost, or back. */
  follow(isLost: boolean, at: number, since: number): void;
  /** When nobody could report last; undefined where that never was. */
  last(): DeafTime | undefined;
}

/** What is shorter is a restart, and no job is missed for that. */
const leastMs = 2 * minuteMs;

/**
 * Remembers when the portal last could not be reached: while it did not run, as the last look of an earlier process
 * tells, and while its own connection was gone. What nobody could report then is nobody's failure.
 */
export function openDeafness({ seenAt, startedAt }: { seenAt: number | null; startedAt: number }): Deafness {
  let last = seenAt === null ? undefined : longEnough({ from: seenAt, until: startedAt });
  let lostSince: number | undefined;
  return {
    follow(isLost, at, since) {
      if (!isLost && lostSince !== undefined) last = longEnough({ from: lostSince, until: at }) ?? last;
      lostSince = isLost ? since : undefined;
    },
    last: () => last,
  };
}

const longEnough = (time: DeafTime) => (time.until - time.from >= leastMs ? time : undefined);
