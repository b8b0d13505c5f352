import { deadlineKinds } from "../deadlines/deadlines.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { dueDays, dueSpans, snoozeSpans, whose } from "./dashboard.ts";

export const noInput = z.undefined();

export const listDue = z.strictObject({
  /** Without a choice: what concerns the person, or everything where nothing does. */
  whose: z.enum(whose).optional(),
  limit: z.number().int().min(1).max(500).default(10),
  days: z.literal(dueSpans).default(dueDays),
});

/** The next dates of what a website stands on. */
export const nextDeadlines = z.strictObject({ websiteId: id });

const deadline = { kind: z.enum(deadlineKinds), id };

/** Puts a deadline away for the person alone; null brings it back. */
export const snoozeDeadline = z.strictObject({ ...deadline, days: z.literal(snoozeSpans).nullable() });
export const remindOfDeadline = z.strictObject(deadline);
