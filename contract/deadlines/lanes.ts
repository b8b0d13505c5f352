import { isOneOf, keysOf } from "../narrowing.ts";
import { type DeadlineKind, deadlineKinds, deadlineRule, ruleKinds } from "./deadlines.ts";

/** The lanes of the calendar, in their order. Maintenance has windows instead of dates: no kind is in its lane. */
export const laneLabels = {
  domains: "Domains",
  hosting: "Hosting",
  contracts: "Verträge",
  certificates: "Zertifikate",
  warranties: "Garantien",
  returns: "Rückgaben",
  avv: "AVV",
  tasks: "Aufgaben",
  own: "Eigene",
  maintenance: "Wartung",
} as const;

export type Lane = keyof typeof laneLabels;
export const lanes = keysOf(laneLabels);

/** Kinds whose lane does not follow from the type of their record. */
const byKind: Partial<Record<DeadlineKind, Lane>> = {
  tlsExpiry: "certificates",
  deviceReturn: "returns",
  // Leasing is a contract that happens to be kept with its device.
  leasingEnd: "contracts",
  deviceAudit: "tasks",
  eol: "warranties",
  custom: "own",
};

const byType: Readonly<Record<string, Lane>> = {
  domain: "domains",
  host: "hosting",
  contract: "contracts",
  device: "warranties",
  customer: "avv",
};

/** The lane in which the calendar shows a kind; what is neither of a record with a lane nor named is work to be done. */
export function laneOf(kind: DeadlineKind): Lane {
  return byKind[kind] ?? (isOneOf(ruleKinds, kind) ? byType[deadlineRule(kind).type] : undefined) ?? "tasks";
}

/** The kinds of some lanes. */
export const kindsOfLanes = (chosen: readonly Lane[]): DeadlineKind[] =>
  deadlineKinds.filter((kind) => chosen.includes(laneOf(kind)));
