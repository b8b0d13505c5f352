import { id, limit, page } from "../pagination.ts";
import { endsTokens } from "../users/users.ts";
import { z } from "../zod.ts";

export const listSessions = z.strictObject({ page: page.default(1), limit: limit.default(25) });
export const revokeSession = z.strictObject({ id });

export const revokeAllSessions = z.strictObject({ endsTokens }).default({ endsTokens: true });

/** One of the own sign-ins. */
export interface OwnSession {
  id: string;
  /** Browser and system in a few words, such as „Chrome auf macOS“. */
  device: string;
  ip: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  isCurrent: boolean;
}
