import type { RecordType } from "../records/record-types.ts";
import { dayMs } from "../time/durations.ts";

type Values = Readonly<Record<string, unknown>>;

/** What a field of the record has to hold for a date to matter. */
export interface Condition {
  field: string;
  in?: readonly (string | boolean)[];
  notIn?: readonly string[];
  isEmpty?: true;
}

/** A date that people enter, or that follows from one, and that somebody has to act on. */
export interface DeadlineRule {
  type: RecordType;
  field: string;
  /** What calendars, reminders and the dashboard call it. */
  label: string;
  /** How far ahead it is shown as a warning, in days. */
  leadDays: number;
  /** What is said of it when it is over. */
  over: string;
  /** When it matters at all; always, when absent. */
  only?: readonly Condition[];
  /** When it also matters that it is over. */
  onlyWhenOver?: readonly Condition[];
  /** Over, it matters as long as this date of the record is still to come. */
  overUntil?: string;
  /** Over, it still asks for something; a chance that has passed does not. */
  staysDue?: true;
  /** When it comes by itself, so that no warning precedes it. */
  isQuiet?: (values: Values) => boolean;
}

const runs = { field: "lifecycle", notIn: ["shutDown"] } as const;
const active = { field: "status", in: ["active"] } as const;
const renewsItself = { field: "autoRenew", in: [true] } as const;
const inHouse = { field: "status", notIn: ["retired", "sold", "missing"] } as const;

const ofDomain = { type: "domain" } as const;
const ofHost = { type: "host" } as const;
const ofContract = { type: "contract" } as const;
const ofDevice = { type: "device" } as const;

/** Every deadline that follows from what a record holds. Labels are those of product.md 2.0.9. */
export const deadlineRules = {
  domainRenewal: {
    ...{ ...ofDomain, field: "renewsAt", label: "Domain-Verlängerung", leadDays: 30, over: "überfällig" },
    only: [{ field: "renewDecision", notIn: ["cancel", "handOver"] }],
    staysDue: true,
    // Once the last day to cancel belongs to the next period, this renewal is settled.
    isQuiet: ({ renewDecision, autoRenew, renewsAt, cancelBy }) =>
      autoRenew !== false && (renewDecision === "keep" || (Boolean(cancelBy) && String(cancelBy) > String(renewsAt))),
  },
  domainCancel: {
    ...{ ...ofDomain, field: "cancelBy", label: "Kündigungsfrist", leadDays: 30 },
    over: "Kündigungsfrist verpasst, Entscheidung offen",
    only: [{ field: "renewDecision", in: ["open", "cancel", "handOver"] }],
    onlyWhenOver: [{ field: "renewDecision", in: ["open"] }],
    overUntil: "renewsAt",
    staysDue: true,
  },
  holderVerification: {
    ...{ ...ofDomain, field: "nis2DeadlineAt", label: "Inhaberdaten bestätigen (DENIC)", leadDays: 14 },
    over: "Frist überschritten",
    only: [{ field: "nis2VerifiedAt", isEmpty: true }],
    staysDue: true,
  },
  hostRenewal: {
    ...{ ...ofHost, field: "renewsAt", label: "Hosting-Verlängerung", leadDays: 30, over: "überfällig" },
    only: [runs],
    staysDue: true,
    isQuiet: () => true,
  },
  hostCancel: {
    ...{ ...ofHost, field: "cancelBy", label: "Kündigungsfrist", leadDays: 30, over: "Kündigungsfrist verpasst" },
    only: [runs],
    overUntil: "renewsAt",
  },
  contractEnd: {
    ...{ ...ofContract, field: "endAt", label: "Vertragsende", leadDays: 30, over: "abgelaufen" },
    only: [active],
    isQuiet: ({ autoRenew }) => autoRenew === true,
  },
  contractCancel: {
    ...{ ...ofContract, field: "cancelBy", label: "Kündigungsfrist", leadDays: 30, over: "Kündigungsfrist verpasst" },
    only: [active, renewsItself],
    overUntil: "endAt",
  },
  warrantyEnd: {
    ...{ ...ofDevice, field: "warrantyUntil", label: "Garantieende", leadDays: 30, over: "abgelaufen" },
    only: [inHouse],
  },
  leasingEnd: {
    ...{ ...ofDevice, field: "leasingEndAt", label: "Leasingende", leadDays: 30, over: "abgelaufen" },
    only: [inHouse],
    staysDue: true,
  },
  deviceReturn: {
    ...{ ...ofDevice, field: "expectedReturnAt", label: "Rückgabe fällig", leadDays: 7, over: "überfällig" },
    staysDue: true,
  },
  deviceAudit: {
    ...{ ...ofDevice, field: "nextAuditAt", label: "Inventur fällig", leadDays: 14, over: "überfällig" },
    only: [inHouse],
    staysDue: true,
  },
  avvReview: {
    ...{ type: "customer", field: "avvReviewAt", label: "AVV prüfen", leadDays: 30, over: "überfällig" },
    staysDue: true,
  },
} as const satisfies Record<string, DeadlineRule>;

export type DeadlineKind = keyof typeof deadlineRules;
export const deadlineKinds = Object.keys(deadlineRules) as DeadlineKind[];

/** The rule of a kind, with everything that a rule can say. */
export const deadlineRule = (kind: DeadlineKind): DeadlineRule => deadlineRules[kind];

/** How a date stands: over · within the time ahead in which it is warned of · later. */
export type DateState = "over" | "soon" | "later";

/** How a date of a kind, `YYYY-MM-DD`, stands on a day. Everything that shows dates asks here. */
export function dateState({ leadDays }: Pick<DeadlineRule, "leadDays">, date: string, today: string): DateState {
  const days = daysBetween(today, date);
  if (days < 0) return "over";
  return days <= leadDays ? "soon" : "later";
}

/** How many days one calendar date is after another; negative when before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Whether what a record holds meets all conditions; fields that are not known meet them. */
export function meets(conditions: readonly Condition[] = [], values: Values): boolean {
  return conditions.every(({ field, in: one, notIn, isEmpty }) => {
    const value = values[field];
    if (value === undefined) return true;
    if (isEmpty) return value === null || value === "";
    return one ? one.some((option) => option === value) : !notIn?.some((option) => option === value);
  });
}
