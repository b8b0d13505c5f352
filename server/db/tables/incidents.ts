import type { Generated } from "kysely";
import type { EntryKind, MemberStatus, PinTarget } from "../../../contract/incidents/incident-page.ts";
import type { EndReason, IncidentSeverity, IncidentState, RootType } from "../../../contract/incidents/incidents.ts";
import type { MaintenanceScope } from "../../../contract/maintenance/maintenance.ts";
import type { RecordColumns } from "./record-columns.ts";

export interface IncidentTables {
  incidents: IncidentTable;
  incidentMembers: IncidentMemberTable;
  incidentEntries: IncidentEntryTable;
  incidentMessages: IncidentMessageTable;
  incidentSuspects: IncidentSuspectTable;
  maintenanceWindows: MaintenanceWindowTable;
  pagePins: PagePinTable;
}

export interface IncidentTable extends RecordColumns {
  number: number;
  severity: IncidentSeverity;
  state: IncidentState;
  endReason: EndReason | null;
  cause: string | null;
  /** `connectivity` is the portal's own connection; `manual` is what somebody reported. */
  kind: "targets" | "connectivity" | "manual";
  rootType: RootType | null;
  rootId: string | null;
  rootLabel: string | null;
  summary: string | null;
  startedAt: string;
  endedAt: string | null;
  /** Until then the message waits for what hangs together with it; null when nobody is to be told. */
  tellAfter: string | null;
  toldAt: string | null;
  escalatedAt: string | null;
  /** How many of the reminders have been sent. */
  reminded: Generated<number>;
  /** The incident that this one turned out to be a part of. */
  absorbedById: string | null;
}

export interface IncidentMemberTable {
  incidentId: string;
  targetType: "website" | "domain" | "host";
  targetId: string;
  label: string;
  customerId: string | null;
  status: MemberStatus;
  cause: string | null;
  /** The fingerprint of the certificate that it failed with. */
  certificate: string | null;
  /** It comes and goes: being reachable for a moment does not end it. */
  isFlapping: Generated<0 | 1>;
  /** It answers otherwise: only a part of it fails, such as a port or a nightly job. */
  isPartial: Generated<0 | 1>;
  /** Since when it fails, or failed last. */
  since: string;
  /** When it first failed, where it was back in between. */
  firstSince: string | null;
  until: string | null;
}

export interface IncidentEntryTable {
  id: string;
  incidentId: string;
  at: string;
  kind: EntryKind;
  text: string | null;
  /** Null for what the portal did. */
  byId: string | null;
  clientId: string | null;
}

export interface IncidentMessageTable {
  incidentId: string;
  userId: string;
  occasion: "opened" | "resolved" | "escalated" | "reminded1" | "reminded2" | "reminded3";
  at: string;
}

/** A target whose check has failed once, and may be down soon. */
export interface IncidentSuspectTable {
  targetType: "website" | "domain" | "host";
  targetId: string;
  at: string;
}

/** When nobody is to be alarmed, because somebody is at it. */
export interface MaintenanceWindowTable {
  id: string;
  title: string;
  scopeType: MaintenanceScope;
  /** JSON list of ids; empty for everything. */
  scopeIds: string;
  startsAt: string;
  endsAt: string;
  rrule: string | null;
  isSilent: Generated<0 | 1>;
  announcedAt: string | null;
  /** The last moment at which it can still run. */
  overAt: string;
  creationId: string | null;
  version: Generated<number>;
  createdAt: string;
  createdById: string | null;
  updatedAt: string;
}

/** What a page of the wiki helps with. */
export interface PagePinTable {
  pageId: string;
  kind: PinTarget["kind"];
  /** The id of a provider or customer, a kind of host, or the name of a system in small letters. */
  value: string;
  createdAt: string;
  createdById: string | null;
}
