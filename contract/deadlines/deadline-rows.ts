import type { Claim } from "../claims/claims.ts";
import type { Ref } from "../records/fields.ts";
import type { RecordType } from "../records/record-types.ts";
import type { Certainty } from "../terms/sources.ts";
import type { DeadlineKind } from "./deadlines.ts";
import type { DateSource, DeadlineState } from "./rule.ts";

/** What a deadline can be about. */
export type DeadlineTargetType = RecordType | "task";

/** What a person can do about a deadline. */
export const deadlineActions = [
  "decide",
  "complete",
  "reopen",
  "snooze",
  "assign",
  "setLeads",
  "remind",
  "claim",
  "release",
  "edit",
  "delete",
] as const;
export type DeadlineAction = (typeof deadlineActions)[number];

/** A date on which somebody has to act, as a person sees it. Dates are `YYYY-MM-DD` by the portal's calendar. */
export interface DeadlineRow {
  id: string;
  kind: DeadlineKind;
  /** What is to be done; what somebody has called it, for a date of its own. */
  label: string;
  /** What it is about; null for a date of its own that belongs to nothing. */
  target: (Ref & { type: DeadlineTargetType }) | null;
  /** Tells targets of one name apart: the inventory number of a device, the number of a contract. */
  number: string | null;
  /** Who has a device: a person, a customer, a place or another device. */
  holder: string | null;
  /** Where it is seen. */
  href: string;
  customer: Ref | null;
  dueOn: string;
  /** Negative when it is over. */
  days: number;
  /** The last day to act before the date itself. */
  cancelBy: string | null;
  /** The working day before that day where it is none itself, as long as it lies ahead. */
  cancelByWorkday: string | null;
  /** Absent for those who may not see prices. */
  amountCents?: number | null;
  direction: "cost" | "revenue" | null;
  source: DateSource;
  certainty: Certainty;
  /** It comes by itself: nobody is warned of it. */
  isQuiet: boolean;
  state: DeadlineState;
  /** How it ended; null while it is open. */
  closed: { at: Date; by: Ref | null; reason: string | null } | null;
  responsible: (Ref & { isActive: boolean }) | null;
  note: string | null;
  /** When reminders come, in days before; null for what the settings say. */
  leadDays: number[] | null;
  /** Until when this person has put it away. */
  snoozedUntil: string | null;
  claim: Claim | null;
  /** What was decided about the term, where something is to be decided. */
  decision: string | null;
  version: number;
  /** Of the target, for what is written there. */
  targetVersion: number | null;
  /** What this person can do about it. */
  actions: DeadlineAction[];
}
