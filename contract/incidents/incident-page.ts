import type { Claim } from "../claims/claims.ts";
import type { SlaLevel } from "../dashboard/rank.ts";
import type { Ref } from "../records/fields.ts";
import type { RecordType } from "../records/record-types.ts";
import type { EndReason, IncidentSeverity, IncidentState, RootType } from "./incidents.ts";

export const memberStatuses = { offline: "Offline", online: "Wieder online", ended: "Nicht mehr überwacht" } as const;
export type MemberStatus = keyof typeof memberStatuses;

/** One of those that an incident hits. */
export interface IncidentMember {
  type: "website" | "domain" | "host";
  id: string;
  label: string;
  status: MemberStatus;
  /** It answers otherwise: only a part of it fails. */
  isPartial: boolean;
  since: Date;
  until: Date | null;
  customer: Ref | null;
}

export interface IncidentRoot {
  type: RootType;
  id: string;
  label: string;
}

/** What happened in an incident, in the order of time. */
export const entryKinds = {
  opened: "Störung eröffnet",
  joined: "Dazugekommen",
  absorbed: "Einzelne Störungen zusammengefasst",
  recovered: "Wieder erreichbar",
  told: "Benachrichtigt",
  reminded: "Erinnert",
  escalated: "An die Betreuer gegeben",
  claimed: "Übernommen",
  released: "Wieder frei",
  note: "Notiz",
  resolved: "Behoben",
  closed: "Geschlossen",
  corrected: "Ausgang geändert",
  customerInfo: "Kundeninfo",
  report: "Nachbericht",
} as const;
export type EntryKind = keyof typeof entryKinds;

export interface IncidentEntry {
  id: string;
  at: Date;
  kind: EntryKind;
  text: string | null;
  /** Null for what the portal did. */
  by: Ref | null;
}

/** A customer whom an incident hits, the highest service level first. */
export interface HitCustomer {
  id: string;
  label: string;
  sla: SlaLevel;
  members: Ref[];
  /** Whom to call at any hour. */
  emergency: { name: string; phone: string }[];
}

/** To what a page of the wiki can be pinned, so that it stands with every incident that is about it. */
export const pinKinds = { provider: "Anbieter", hostKind: "Art", technology: "System", customer: "Kunde" } as const;
export interface PinTarget {
  kind: keyof typeof pinKinds;
  value: string;
  label: string;
}
export interface Runbook extends Ref {
  pin: PinTarget;
}

/** What changed before something broke. */
export interface ChangeBefore {
  id: string;
  at: Date;
  text: string;
  about: { type: RecordType; id: string; label: string };
  by: Ref | null;
}

export interface SimilarIncident {
  id: string;
  number: number;
  title: string;
  startedAt: Date;
  endedAt: Date | null;
  endReason: EndReason | null;
}

/** An incident as it is read by itself. */
export interface IncidentFacts {
  number: number;
  severity: IncidentSeverity;
  state: IncidentState;
  endReason: EndReason | null;
  cause: string | null;
  root: IncidentRoot | null;
  startedAt: Date;
  endedAt: Date | null;
  members: IncidentMember[];
  memberCount: number;
}

/** Whom to call about what is at the root, and under which numbers it is known there. */
export interface IncidentSupport {
  host: Ref | null;
  provider: Ref | null;
  /** Of a domain. */
  registrar: Ref | null;
  phone: string | null;
  email: string | null;
  contractNo: string | null;
  customerNo: string | null;
  note: string | null;
}

/** What the page of an incident shows beside the fields. */
export interface IncidentPage extends IncidentFacts {
  claim: Claim | null;
  entries: IncidentEntry[];
  customers: HitCustomer[];
  support: IncidentSupport | null;
  runbooks: Runbook[];
  pinTargets: PinTarget[];
  changesBefore: ChangeBefore[];
  similar: SimilarIncident[];
  can: { close: boolean; note: boolean; pin: boolean };
}

/** An open incident as the bar on top of the portal shows it. */
export interface IncidentBanner {
  id: string;
  number: number;
  title: string;
  severity: IncidentSeverity;
  startedAt: Date;
  root: IncidentRoot | null;
  affected: number;
  customers: number;
  claim: Claim | null;
}

/** What could be written to a customer about an incident: of their own things alone. */
export interface CustomerInfoDraft {
  customer: Ref;
  recipients: { id: string; name: string; email: string }[];
  subject: string;
  text: string;
}
