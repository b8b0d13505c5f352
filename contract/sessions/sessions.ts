import { id, limit, page } from "../pagination.ts";
import { endsTokens } from "../users/users.ts";
import { z } from "../zod.ts";

export const listSessions = z.strictObject({ page: page.default(1), limit: limit.default(25) });
export const revokeSession = z.strictObject({ id });

export const revokeAllSessions = z.strictObject({ endsTokens }).default({ endsTokens: true });

/** Of somebody else, for who manages people. */
export const listSessionsOf = listSessions.extend({ userId: id });
export const revokeSessionOf = revokeSession.extend({ userId: id });
export const revokeAllSessionsOf = z.strictObject({ userId: id, endsTokens });

/** A browser in which somebody is signed in. */
export interface SignedInDevice {
  id: string;
  /** Browser and system in a few words, such as „Chrome auf macOS“. */
  device: string;
  ip: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

/** One of the own sign-ins. */
export interface OwnSession extends SignedInDevice {
  isCurrent: boolean;
}
