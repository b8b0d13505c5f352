import { minuteMs } from "../../../contract/time/durations.ts";
import { inTime } from "../../features/metrics/in-time.ts";
import { forgetOldest } from "../../forget-oldest.ts";
import { asProblem } from "../../problem.ts";

/** How long a token that was good is believed while the database is away. */
const believedMs = 10 * minuteMs;
/** More than scrape one portal. */
const maxBelieved = 16;

/** The tokens that were good lately: just when the database is away, nobody can look them up, and figures matter most. */
export function openBelieved({ now = () => performance.now() } = {}) {
  /** When each was good last, the longest ago first. */
  const goodAt = new Map<string, number>();
  const isBelieved = (tokenHash: string) => {
    const at = goodAt.get(tokenHash);
    return at !== undefined && now() - at < believedMs;
  };
  const note = (tokenHash: string) => {
    goodAt.delete(tokenHash);
    goodAt.set(tokenHash, now());
    if (goodAt.size > maxBelieved) forgetOldest(goodAt);
  };
  return {
    /** Throws what a look-up refuses; one that is away, or takes long, refuses nobody who is believed. */
    async judge(tokenHash: string, lookUp: Promise<void>): Promise<void> {
      const known = lookUp.then(
        () => note(tokenHash),
        (error: unknown) => {
          const code = asProblem(error)?.code;
          if (code === "unauthenticated" || code === "forbidden") goodAt.delete(tokenHash);
          throw error;
        },
      );
      if (!isBelieved(tokenHash)) return known;
      await inTime(known).catch((error: unknown) => {
        if (asProblem(error)?.code !== "unavailable") throw error;
      });
    },
  };
}
