import type { Ref } from "./records/fields.ts";
import type { MainType, RecordType } from "./records/record-types.ts";
import { z } from "./zod.ts";

export const noInput = z.undefined();

/** From how many days before to show a date that people have entered. */
export const dueDays = [30, 60, 90] as const;
export const listDue = z.strictObject({
  days: z.union([z.literal(30), z.literal(60), z.literal(90)]).default(60),
  /** Only what this person is responsible for. */
  mine: z.boolean().default(false),
});

/** Labels of product.md 2.0.9, for the dates that people enter themselves. */
export const deadlineLabels = {
  domainRenewal: "Domain-Verlängerung",
  domainCancel: "Kündigungsfrist",
  holderVerification: "Inhaberdaten bestätigen (DENIC)",
  hostRenewal: "Hosting-Verlängerung",
  hostCancel: "Kündigungsfrist",
  contractEnd: "Vertragsende",
  contractCancel: "Kündigungsfrist",
  warrantyEnd: "Garantieende",
  leasingEnd: "Leasingende",
  deviceReturn: "Rückgabe fällig",
  deviceAudit: "Inventur fällig",
  avvReview: "AVV prüfen",
} as const;
export type DeadlineKind = keyof typeof deadlineLabels;

export interface Deadline {
  kind: DeadlineKind;
  record: Ref & { type: RecordType };
  /** Where the record is seen: contracts are seen on their customer. */
  href: string;
  customer: Ref | null;
  /** `YYYY-MM-DD` in Berlin. */
  dueOn: string;
  /** Negative when it is over. */
  days: number;
}

export interface DueList {
  total: number;
  deadlines: Deadline[];
}

export interface TypeCount {
  type: MainType;
  total: number;
  /** Records in which something is missing that somebody should know, each with the address of that list. */
  missing: { label: string; count: number; href: string }[];
}

export interface RecentChange {
  at: Date;
  actor: Ref | null;
  record: Ref & { type: MainType };
  verb: string;
}

/** The first steps of an empty portal; a step is done when the portal holds what it asks for. */
export interface ChecklistStep {
  key: "website" | "customer" | "domain" | "host" | "device" | "team";
  done: boolean;
}
