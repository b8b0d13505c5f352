import { contractDeadlines } from "../contracts/contract-deadlines.ts";
import { customerDeadlines } from "../customers/customer-deadlines.ts";
import { deviceDeadlines } from "../devices/device-deadlines.ts";
import { domainDeadlines } from "../domains/domain-deadlines.ts";
import { feedbackDeadlines } from "../feedback/feedback-deadlines.ts";
import { hostDeadlines } from "../hosts/host-deadlines.ts";
import { isOneOf, keysOf } from "../narrowing.ts";
import type { RecordType } from "../records/record-types.ts";
import { dayMs } from "../time/durations.ts";
import { pageDeadlines } from "../wiki/page-deadlines.ts";
import type { DeadlineRule } from "./rule.ts";

/** Every deadline that follows from what a record holds; each is declared beside its record type. */
export const deadlineRules = {
  ...domainDeadlines,
  ...hostDeadlines,
  ...contractDeadlines,
  ...deviceDeadlines,
  ...customerDeadlines,
  ...pageDeadlines,
  ...feedbackDeadlines,
} as const satisfies Record<string, DeadlineRule>;

/** Deadlines that follow from something else than a field of a record. */
const otherLabels = {
  tlsExpiry: "Zertifikat läuft ab",
  eol: "Supportende",
  task: "Aufgabe",
  custom: "Eigener Termin",
} as const;

export type RuleKind = keyof typeof deadlineRules;
export const ruleKinds = keysOf(deadlineRules);

export type DeadlineKind = RuleKind | keyof typeof otherLabels;
export const deadlineKinds: readonly DeadlineKind[] = [...ruleKinds, ...keysOf(otherLabels)];

/** The kinds whose day is the last one to cancel. */
export const cancelKinds: readonly DeadlineKind[] = ["domainCancel", "hostCancel", "contractCancel"];

/** What calendars, reminders and lists call a kind; labels are those of product.md 2.0.9. */
export const deadlineLabel = (kind: DeadlineKind): string =>
  isOneOf(ruleKinds, kind) ? deadlineRules[kind].label : otherLabels[kind];

/** How far ahead a kind is shown as a warning, in days. */
export const leadDaysOf = (kind: DeadlineKind): number =>
  isOneOf(ruleKinds, kind) ? deadlineRules[kind].leadDays : otherLeadDays;
const otherLeadDays = 14;

/** What is said of a kind when it is over. */
export const overText = (kind: DeadlineKind): string =>
  isOneOf(ruleKinds, kind) ? deadlineRules[kind].over : "überfällig";

/** The rule of a kind, with everything that a rule can say. */
export const deadlineRule = (kind: RuleKind): DeadlineRule => deadlineRules[kind];

/** The kinds that follow from the records of a type. */
export const kindsOf = (type: RecordType): RuleKind[] => ruleKinds.filter((kind) => deadlineRules[kind].type === type);

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

/** „heute“, „in 12 Tagen“, „3 Tage überfällig“: how near a date is that lies so many days ahead. */
export function nearnessText(days: number): string {
  if (days === 0) return "heute";
  if (days === 1) return "morgen";
  if (days === -1) return "1 Tag überfällig";
  return days < 0 ? `${-days} Tage überfällig` : `in ${days} Tagen`;
}
