import { id } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";
import { z } from "../zod.ts";

/** Where the messages of providers are shown. */
export const noticeTargets = ["host", "incident", "provider"] as const;
export const listNotices = z.strictObject({ type: z.enum(noticeTargets), id });

/** What a provider says of a disturbance that is not over yet. */
export interface ProviderNotice {
  id: string;
  provider: Ref;
  title: string;
  url: string | null;
  beginsAt: Date;
}
