import { minuteMs } from "../../../contract/time/durations.ts";

/** An entry that is linked by a later run than the one that should have had it was written later than it says. */
const lateMs = 15 * minuteMs;
/** How many runs back a clock can go for one to be known before it. */
const knownRuns = 10_000;

/** What is linked at a moment is late where its own time is before this, and a former run has passed that. */
export const lateBefore = (moment: string): string => new Date(Date.parse(moment) - lateMs).toISOString();

/** A stretch of links that were made by an earlier clock than those before. */
export interface ClockBack {
  /** The last link of the clock that was ahead. */
  after: number;
  until: number;
  entries: number;
}

interface LinkMoment {
  no: number;
  /** Of the entry. */
  at: string;
  linkedAt: string;
}

/**
 * Judges in the order of the links whether an entry came in time: it did not where an earlier run has passed it, and it
 * is much older than the run that linked it. The first run is not judged, as nobody has passed anything before it. A
 * clock that is set back makes the runs of the time that it takes back count for nothing.
 */
export function openLinkMoments() {
  /** Of runs, each later than the one before. */
  const runs: string[] = [];
  const clockBacks: ClockBack[] = [];
  let run: string | undefined;
  let passed: string | undefined;
  let ahead: { linkedAt: string; no: number } | undefined;
  let back: ClockBack | undefined;

  function beginRun({ linkedAt, no }: LinkMoment): void {
    run = linkedAt;
    while ((runs.at(-1) ?? "") > linkedAt) runs.pop();
    const former = runs.at(-1);
    passed = former === undefined ? undefined : lateBefore(former);
    runs.push(linkedAt);
    if (runs.length > knownRuns) runs.shift();
    if (!ahead || linkedAt >= lateBefore(ahead.linkedAt)) back = undefined;
    else if (!back) {
      back = { after: ahead.no, until: no, entries: 0 };
      clockBacks.push(back);
    }
  }

  return {
    clockBacks,
    isLate(link: LinkMoment): boolean {
      const { no, at, linkedAt } = link;
      if (linkedAt !== run) beginRun(link);
      if (!ahead || linkedAt >= ahead.linkedAt) ahead = { linkedAt, no };
      if (back) {
        back.until = no;
        back.entries += 1;
      }
      return passed !== undefined && at < passed && at < lateBefore(linkedAt);
    },
    /** Before when everything is linked, as far as runs say that were not ahead of now. */
    linkedBefore(now: string): string {
      const last = runs.findLast((moment) => moment <= now);
      return last === undefined ? "" : lateBefore(last);
    },
  };
}

/** The same of links that do not say when they were made, of which nothing can be judged. */
export function openUndatedLinks() {
  let newest = "";
  let passed = "";
  return {
    isBehind(at: string): boolean {
      if (at > newest) {
        newest = at;
        passed = lateBefore(at);
      }
      return at < passed;
    },
    linkedBefore: (now: string): string => (newest <= now ? passed : ""),
  };
}
