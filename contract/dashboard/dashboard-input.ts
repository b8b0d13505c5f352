import { deadlineKinds } from "../deadlines/deadlines.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { dueDays, dueSpans, whose } from "./dashboard.ts";
import { snoozedHere } from "./needs.ts";

export const noInput = z.undefined();

export const listDue = z.strictObject({
  /** Without a choice: what concerns the person, or everything where nothing does. */
  whose: z.enum(whose).optional(),
  limit: z.number().int().min(1).max(500).default(10),
  days: z.literal(dueSpans).default(dueDays),
});

/** The next dates of what a website stands on. */
export const nextDeadlines = z.strictObject({ websiteId: id });

/** Puts something away until a day, for the person alone; null brings it back. */
export const snoozeNeed = z.strictObject({
  source: z.enum(snoozedHere),
  id: z.string().min(1).max(60),
  until: z.iso.date({ error: "Später: Bitte einen Tag als JJJJ-MM-TT angeben." }).nullable(),
});
export const remindOfDeadline = z.strictObject({ kind: z.enum(deadlineKinds), id });
