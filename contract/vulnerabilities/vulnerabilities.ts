import { z } from "../zod.ts";

export const readFeed = z.strictObject({});
export const fetchFeed = z.strictObject({});

/** How the feed of known vulnerabilities was read last. */
export interface FeedState {
  /** An admin has given a key for it. */
  hasKey: boolean;
  /** It is being read, or about to be. */
  isReading: boolean;
  readAt: Date | null;
  /** Why not since then. */
  error: string | null;
  /** When it is read next; null where there is no key. */
  nextAt: Date | null;
}
