import { type DeadlineKind, deadlineLabel, nearnessText } from "../deadlines/deadlines.ts";
import { isKeyOf } from "../narrowing.ts";
import { slaLevels } from "../records/common-fields.ts";

/** How much is lost when something is not done in time. */
const weightLabels = { 1: "gering", 2: "mittel", 3: "hoch", 4: "sehr hoch" } as const;
export type Weight = keyof typeof weightLabels;

export type SlaLevel = keyof typeof slaLevels;
/** The service level of a customer or a website; none where nothing is known. */
export const slaOf = (level: string | null | undefined): SlaLevel =>
  level === "premium" || level === "standard" ? level : "none";
const slaFactors: Record<SlaLevel, number> = { none: 1, standard: 1.25, premium: 1.6 };

/** What asks for something without being a deadline. */
const otherWeights = {
  incident: 4,
  task: 2,
  feedback: 2,
  ownerless: 1,
  avv: 3,
  backup: 4,
  hostBackup: 4,
  job: 4,
} as const;
const otherNames: Record<keyof typeof otherWeights, string> = {
  incident: "Störung",
  task: "Aufgabe",
  feedback: "Feedback ohne Zuständige",
  ownerless: "Ohne verantwortliche Person",
  avv: "AVV fehlt",
  backup: "Backup veraltet",
  hostBackup: "Backup veraltet",
  job: "Ablauf gescheitert",
};

const deadlineWeights: Record<DeadlineKind, Weight> = {
  domainRenewal: 4,
  domainCancel: 4,
  nis2Verification: 4,
  hostRenewal: 3,
  hostCancel: 4,
  contractEnd: 3,
  contractCancel: 4,
  warrantyEnd: 1,
  leasingEnd: 3,
  deviceReturn: 2,
  deviceAudit: 1,
  avvReview: 2,
  wikiReview: 1,
  feedbackDue: 2,
  tlsExpiry: 4,
  eol: 3,
  task: 2,
  custom: 2,
};

/** What a need is about: a kind of deadline, or one of the other things that ask for something. */
export type NeedKind = DeadlineKind | keyof typeof otherWeights;

export interface RankFacts {
  kind: NeedKind;
  sla: SlaLevel;
  /** How many days are left, negative when it is over; null where there is no date. */
  days: number | null;
}

/** What has no date stands where something of its weight stands that is due in so many days. */
export const undatedDays = 42;
/** What is over gains no more after so many days. */
const maxOverdueDays = 90;
/** Of two that weigh the same, what is over outranks what is due today at the highest service level (2 × 1.6). */
const overduePush = 3.25;
const halfLife = 7;

/**
 * How far up something stands: weight × service level × closeness. Of two that differ in one of these alone, the one
 * with more of it is first.
 */
export function rankScore({ kind, sla, days }: RankFacts): number {
  return weightOf(kind) * slaFactors[sla] * closeness(days ?? (kind === "incident" ? -maxOverdueDays : undatedDays));
}

/** The same in words, for whoever asks why something stands where it does. */
export function rankText({ kind, sla, days }: RankFacts): string {
  const name = isKeyOf(otherNames, kind) ? otherNames[kind] : deadlineLabel(kind);
  const level = sla === "none" ? "ohne Servicelevel" : `Servicelevel ${slaLevels[sla]}`;
  const when = kind === "incident" ? "jetzt" : days === null ? "ohne Datum" : nearnessText(days);
  return `Rang: ${name}, Gewicht ${weightLabels[weightOf(kind)]} × ${level} × ${when}.`;
}

const weightOf = (kind: NeedKind): Weight => (isKeyOf(otherWeights, kind) ? otherWeights[kind] : deadlineWeights[kind]);

/** 2 today, half of it in a week, less the later it is due; once it is over, from 3.25 up to 4.25 the longer it is. */
function closeness(days: number): number {
  if (days >= 0) return 2 / (1 + days / halfLife);
  return overduePush + Math.min(-days, maxOverdueDays) / maxOverdueDays;
}
