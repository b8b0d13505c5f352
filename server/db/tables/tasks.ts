import type { Generated } from "kysely";
import type { ClaimSubjectType } from "../../../contract/claims/claims.ts";
import type { TaskGroup, TaskSource, TaskState, TaskTargetType } from "../../../contract/tasks/tasks.ts";

export interface TaskTables {
  tasks: TaskTable;
  taskTemplates: TaskTemplateTable;
  claims: ClaimTable;
}

export interface TaskTable {
  id: string;
  title: string;
  text: string | null;
  targetType: TaskTargetType | null;
  targetId: string | null;
  assigneeUserId: string | null;
  assigneeGroup: TaskGroup | null;
  /** `YYYY-MM-DD`. */
  dueOn: string | null;
  /** An RRULE of RFC 5545. */
  recurrence: string | null;
  /** From which day the rule counts, the same in all tasks of a series. */
  recurrenceStart: string | null;
  /** The task of the series before this one. */
  previousId: string | null;
  checklistJson: Generated<string>;
  /** Put off until this day. */
  snoozedUntil: string | null;
  state: Generated<TaskState>;
  doneAt: string | null;
  doneById: string | null;
  source: TaskSource;
  /** Whether the check box of the page that stands for it is ticked; null where none does. */
  boxTicked: 0 | 1 | null;
  version: Generated<number>;
  createdAt: string;
  createdById: string | null;
  updatedAt: string;
}

export interface TaskTemplateTable {
  id: string;
  title: string;
  checklistJson: string;
  version: Generated<number>;
  updatedAt: string;
  updatedById: string | null;
}

/** Who takes care of something; one row for each subject is what makes one person win. */
export interface ClaimTable {
  subjectType: ClaimSubjectType;
  subjectId: string;
  userId: string;
  claimedAt: string;
  /** When its person last showed that they are at it. */
  lastSignAt: string;
  /** When its person was asked whether they still are. */
  askedAt: string | null;
  endsAt: string;
}
