import type { Claim, ClaimKey } from "../claims/claims.ts";
import type { Ref } from "../records/fields.ts";
import type { TaskRow } from "../tasks/tasks.ts";
import type { Deadline } from "./dashboard.ts";
import type { NeedKind, SlaLevel } from "./rank.ts";

/** Where something comes from that asks for an act. */
export const needSources = [
  ...(["incident", "deadline", "task", "feedback", "ownerless", "avv", "backup", "hostBackup", "job"] as const),
] as const;
export type NeedSourceName = (typeof needSources)[number];

/** What can be put off here, for the person alone; a task is put off where it is kept, for everybody. */
export const snoozedHere = needSources.filter((source) => source !== "task");

/** With what a row ends: the one thing to do about it. */
export const needActs = {
  decide: "Entscheiden",
  renew: "Verlängert",
  check: "Prüfen",
  remind: "Erinnern",
  create: "Anlegen",
  complete: "Erledigt",
  assign: "Zuweisen",
  open: "Ansehen",
} as const;
export type NeedAct = keyof typeof needActs;

/** One thing that asks for an act, as a person sees it. */
export interface Need {
  source: NeedSourceName;
  /** Of the deadline, the task, the record; of the job its name. */
  id: string;
  kind: NeedKind;
  title: string;
  /** What is to be done, and what tells it apart. */
  note: string;
  href: string;
  /** `YYYY-MM-DD`; null where nothing has a date. */
  dueOn: string | null;
  days: number | null;
  sla: SlaLevel;
  responsible: Ref | null;
  claim: Claim | null;
  /** Under which key it can be taken care of. */
  claimable: ClaimKey | null;
  act: NeedAct;
  /** Where the act is done, if not here. */
  actHref?: string;
  /** What the acts of a deadline need. */
  deadline?: Deadline;
  task?: TaskRow;
}

/** Names a need among all others. */
export const needKey = ({ source, id }: Pick<Need, "source" | "id">): string => `${source}:${id}`;
