import type { HeldDevice } from "../devices/movements.ts";
import type { Ref } from "../records/fields.ts";
import type { RecordType } from "../records/record-types.ts";
import type { Responsibility } from "../users/user-tasks.ts";
import type { UserState } from "../users/users.ts";

/** The way of a person out of the team, in its order. */
export const offboardingSteps = {
  devices: "Geräte zurücknehmen",
  responsibilities: "Zuständigkeiten übergeben",
  access: "Zugänge beenden",
  account: "Konto sperren",
} as const;
export type OffboardingStep = keyof typeof offboardingSteps;

/** What goes from one person to another: records, and tasks. */
export type HandedType = RecordType | "task";

export interface MovedThing {
  type: HandedType;
  id: string;
  title: string;
}

/** What was done in a step, as it is kept. */
export interface OffboardingDetails {
  things?: MovedThing[];
  /** Who has them now. */
  toId?: string;
  /** The names of revoked tokens. */
  tokens?: string[];
  /** The names of ended calendar feeds. */
  feeds?: string[];
  sessions?: number;
  /** What was still theirs when the account was closed. */
  left?: number;
}

export interface OffboardingEntry extends Omit<OffboardingDetails, "toId"> {
  id: string;
  step: OffboardingStep;
  at: Date;
  by: string | null;
  to: Ref | null;
}

export interface OffboardingRun {
  id: string;
  startedAt: Date;
  by: string | null;
  finishedAt: Date | null;
  /** In the order in which things were done. */
  entries: OffboardingEntry[];
}

/** What is still a person's; of devices and records those that the asking one may read. */
export interface Belongings {
  devices: HeldDevice[];
  responsibilities: Responsibility[];
  /** Open entries of feedback. */
  feedback: number;
  /** Open tasks. */
  tasks: number;
  tokens: number;
  /** Calendar feeds. */
  feeds: number;
  sessions: number;
}

export interface Offboarding {
  person: { id: string; name: string; state: UserState };
  /** Why the account cannot be closed; null when it can. */
  refusal: string | null;
  run: OffboardingRun | null;
  left: Belongings;
}

/** What could not be handed over, and why. */
export interface SkippedThing extends MovedThing {
  reason: string;
}

export const lastAdminMessage = "Mindestens eine Person muss Admin bleiben.";

/** How many things wait to be given back or handed over. */
export function countThings({ devices, responsibilities, feedback, tasks }: Belongings): number {
  return devices.length + responsibilities.reduce((sum, { total }) => sum + total, 0) + feedback + tasks;
}
