import type { Claim } from "../claims/claims.ts";
import type { RecordType } from "../records/record-types.ts";
import type { Role } from "../roles.ts";

/** What a task can be about: any record, or a message of a chat. */
export type TaskTargetType = RecordType | "message";

export interface TaskTarget {
  type: TaskTargetType;
  id: string;
}

export type TaskState = "open" | "done";

/** Where a task was made. */
export const taskSources = {
  manual: "Von Hand",
  chat: "Chat",
  feedback: "Feedback",
  page: "Wiki",
  api: "Schnittstelle",
  finding: "Befund",
} as const;
export type TaskSource = keyof typeof taskSources;

/** Groups of people that a task can be given to: everybody with a role. */
export const taskGroups = ["admin", "maintainer", "member"] as const satisfies readonly Role[];
export type TaskGroup = (typeof taskGroups)[number];
export const taskGroupLabels: Record<TaskGroup, string> = {
  admin: "Alle Admins",
  maintainer: "Alle Betreuer",
  member: "Alle Mitarbeiter",
};

/** Mine: what a person or their group has to do. Team: what belongs to no single person. */
export const taskScopes = { mine: "Meine", team: "Team", all: "Alle" } as const;
export type TaskScope = keyof typeof taskScopes;

export const taskViews = { open: "Offen", snoozed: "Später", done: "Erledigt" } as const;
export type TaskView = keyof typeof taskViews;

export const maxTaskTitleLength = 200;
export const maxTaskTextLength = 5000;
export const maxChecklistItems = 50;
export const maxChecklistItemLength = 200;

export interface ChecklistItem {
  id: string;
  text: string;
  isDone: boolean;
}

export interface TaskRow {
  id: string;
  title: string;
  text: string | null;
  /** What it is about; the title is null where that is gone. */
  target: (TaskTarget & { title: string | null; href: string | null }) | null;
  assignee: { id: string; name: string; image: string | null } | null;
  group: TaskGroup | null;
  dueOn: string | null;
  /** An RRULE of RFC 5545. */
  recurrence: string | null;
  checklist: ChecklistItem[];
  snoozedUntil: string | null;
  state: TaskState;
  done: { at: Date; by: string | null } | null;
  source: TaskSource;
  claim: Claim | null;
  version: number;
  createdAt: Date;
  createdBy: { id: string; name: string } | null;
  can: { write: boolean; delete: boolean };
}

/** One line of what became of a task. */
export interface TaskHistoryEntry {
  id: string;
  at: Date;
  by: { id: string; name: string; image: string | null } | null;
  /** „Aufgabe erledigt“. */
  label: string;
}

/** A list of points that new tasks can begin with. */
export interface TaskTemplate {
  id: string;
  title: string;
  items: string[];
  version: number;
}
