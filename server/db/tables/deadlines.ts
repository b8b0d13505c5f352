import type { Generated } from "kysely";
import type { DeadlineKind } from "../../../contract/deadlines/deadlines.ts";
import type { DateSource, DeadlineState } from "../../../contract/deadlines/rule.ts";
import type { Certainty } from "../../../contract/terms/sources.ts";

export interface DeadlineTables {
  deadlines: DeadlineTable;
  deadlineSnoozes: DeadlineSnoozeTable;
  reminders: ReminderTable;
  needSnoozes: NeedSnoozeTable;
}

/** A date on which somebody has to act; one that is over stays as history. */
export interface DeadlineTable {
  id: string;
  kind: DeadlineKind;
  /** What it is about: a record type, or another thing that has deadlines; null for a date of its own. */
  targetType: string | null;
  targetId: string | null;
  /** What the target is called. */
  title: string | null;
  /** What a date of its own is called; others are called by their kind. */
  label: string | null;
  note: string | null;
  customerId: string | null;
  responsibleUserId: string | null;
  /** Whom else it concerns. */
  concernedUserId: string | null;
  /** Who gave it to the responsible person; the record decides on that otherwise. */
  assignedById: string | null;
  /** `YYYY-MM-DD` by the portal's calendar, as all of its dates. */
  dueOn: string;
  cancelBy: string | null;
  /** The last day on which it still asks for something; null where it does until it is closed. */
  asksUntil: string | null;
  amountCents: number | null;
  direction: "cost" | "revenue" | null;
  source: DateSource;
  certainty: Certainty;
  /** It comes by itself: nobody is warned of it. */
  quiet: Generated<number>;
  /** Its target is archived: nobody sees it. */
  archived: Generated<number>;
  state: DeadlineState;
  closedAt: string | null;
  closedById: string | null;
  /** A person closed it here, so that it stays closed whatever its record says of the same day. */
  closedByHand: Generated<number>;
  reason: string | null;
  /** When reminders come, in days before; null for what the settings say. */
  leadDaysJson: string | null;
  version: Generated<number>;
  createdAt: string;
  createdById: string | null;
  updatedAt: string;
}

/** Until which day a person does not want to see a deadline. */
export interface DeadlineSnoozeTable {
  userId: string;
  deadlineId: string;
  until: string;
}

/** That somebody was told of a deadline, so many days before the day that it counts down to. */
export interface ReminderTable {
  deadlineId: string;
  countedOn: string;
  lead: number;
  userId: string;
  sentOn: string;
}

/** Until which day a person does not want to see something else that asks for an act. */
export interface NeedSnoozeTable {
  userId: string;
  /** Where it comes from, such as `feedback`. */
  source: string;
  subjectId: string;
  until: string;
}
