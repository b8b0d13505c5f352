import type { Generated } from "kysely";
import type { RecordColumns } from "./record-columns.ts";

export interface CustomerTable extends RecordColumns {
  watchesLookalikes: Generated<0 | 1>;
  number: string;
  name: string;
  kind: string;
  status: string;
  legalForm: string | null;
  registerCourt: string | null;
  registerNo: string | null;
  vatId: string | null;
  taxNo: string | null;
  billingStreet: string | null;
  billingZip: string | null;
  billingCity: string | null;
  billingCountry: string | null;
  visitStreet: string | null;
  visitZip: string | null;
  visitCity: string | null;
  visitCountry: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  invoiceEmail: string | null;
  leitwegId: string | null;
  slaLevel: string | null;
  hourlyRateCents: number | null;
  includedMinutes: number | null;
  color: string | null;
  /** The file of their logo; set apart from the record. */
  logoKey: string | null;
  avvStatus: string | null;
  avvSignedAt: string | null;
  avvVersion: string | null;
  avvReviewAt: string | null;
  tomVersion: string | null;
  subProcessors: Generated<string>;
  dataOfficerId: string | null;
  source: string | null;
  since: string | null;
  lastContactAt: string | null;
  retentionUntil: string | null;
  responsibleUserId: string | null;
  notes: string | null;
}

export interface ContactTable extends RecordColumns {
  customerId: string;
  salutation: string | null;
  firstName: string | null;
  lastName: string;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  position: string | null;
  roles: Generated<string>;
  isPrimary: Generated<number>;
  language: string | null;
  leftAt: string | null;
  notes: string | null;
}

export interface ContractTable extends RecordColumns {
  number: string;
  customerId: string;
  kind: string;
  status: string;
  startAt: string;
  minTermMonths: number | null;
  periodMonths: number | null;
  noticeDays: number | null;
  noticeMonths: number | null;
  noticeTo: string | null;
  endAt: string | null;
  cancelBy: string | null;
  autoRenew: Generated<number>;
  renewDecision: string | null;
  priceCents: number | null;
  cycle: string | null;
  indexation: string | null;
  responsibleUserId: string | null;
  notes: string | null;
}

export interface TimeEntryTable extends RecordColumns {
  label: string;
  customerId: string;
  workedOn: string;
  minutes: number;
  userId: string | null;
  websiteId: string | null;
  contractId: string | null;
  billable: Generated<number>;
  billedAt: string | null;
}

/** The time that runs for a person. */
export interface RunningTimerTable {
  userId: string;
  customerId: string;
  websiteId: string | null;
  label: Generated<string>;
  startedAt: string;
}

export interface ContractItemTable extends RecordColumns {
  contractId: string;
  label: string;
  websiteId: string | null;
  domainId: string | null;
  hostId: string | null;
  deviceId: string | null;
  quantity: number | null;
  unitPriceCents: number | null;
  costCents: number | null;
}
