import type { Generated } from "kysely";
import type { CertificateLevel } from "../../../contract/checks/certificate-levels.ts";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import type { conditions, HolderType, MovementKind } from "../../../contract/devices/movements.ts";
import type { DmarcPolicy } from "../../../contract/dns/dmarc-policies.ts";
import type { LegalState } from "../../../contract/legal/legal.ts";
import type { PhpSupport, UpdateState } from "../../../contract/technologies/software.ts";
import type { RecordColumns } from "./record-columns.ts";

export interface WebsiteTable extends RecordColumns {
  name: string;
  url: string;
  kind: string;
  lifecycle: string;
  customerId: string | null;
  stagingUrl: string | null;
  adminUrl: string | null;
  repoUrl: string | null;
  analyticsUrl: string | null;
  cms: string | null;
  cmsVersion: string | null;
  phpVersion: string | null;
  slaLevel: string | null;
  backupTool: string | null;
  backupTarget: string | null;
  backupLastAt: string | null;
  credentialsRef: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  accessibilityUrl: string | null;
  cookieTool: string | null;
  legalCheckedAt: string | null;
  launchedAt: string | null;
  shutdownAt: string | null;
  /** Written by the portal as checks find it out, without a new version of the record. */
  status: Generated<CheckStatus>;
  statusSince: string | null;
  responseTimeMs: number | null;
  /** Hundredths of a percent. */
  uptime30d: number | null;
  certificateExpiresAt: string | null;
  /** By how much of its lifetime is left. */
  certificateLevel: Generated<CertificateLevel | null>;
  legalState: Generated<LegalState | null>;
  legalFindings: Generated<number | null>;
  checkedAt: string | null;
  /** Names of what was found on its pages. */
  technologies: string | null;
  /** What the portal itself wrote into the fields that people may fill as well, by field. */
  detected: Generated<string>;
  /** How up to date the system is, and how long its PHP is supported. */
  updates: UpdateState | null;
  phpSupport: PhpSupport | null;
  /** How many are known; null where nothing reports what runs there. */
  vulnerabilities: Generated<number | null>;
  responsibleUserId: string | null;
  notes: string | null;
}

export interface DomainTable extends RecordColumns {
  /** In Unicode, as people read it. */
  name: string;
  /** The one form by which domains are told apart. */
  nameAce: string;
  tld: string;
  customerId: string | null;
  ownership: string;
  holderType: string | null;
  holderName: string | null;
  holderEmail: string | null;
  holderPhone: string | null;
  registrarAccountId: string | null;
  dnsProviderId: string | null;
  purpose: string;
  redirectTarget: string | null;
  registeredAt: string | null;
  renewsAt: string | null;
  cancelBy: string | null;
  noticeDays: number | null;
  noticeMonths: number | null;
  periodMonths: number | null;
  autoRenew: Generated<number>;
  renewDecision: string;
  endsAt: string | null;
  costCents: number | null;
  priceCents: number | null;
  nameservers: Generated<string>;
  dnssec: Generated<number>;
  authCodeRequestedAt: string | null;
  authCodeValidUntil: string | null;
  /** Until when changes of DNS and registration are planned. */
  movingUntil: string | null;
  watchesLookalikes: Generated<0 | 1>;
  dkimSelectors: Generated<string>;
  /** Grades and registry data are written by lookups, without a new version of the record. */
  mail: string | null;
  dmarc: DmarcPolicy | null;
  caa: string | null;
  registryExpiresAt: string | null;
  registryStatus: string | null;
  delegation: string | null;
  transferLock: number | null;
  nis2Status: string | null;
  nis2RequestedAt: string | null;
  nis2DeadlineAt: string | null;
  nis2VerifiedAt: string | null;
  nis2Method: string | null;
  nis2Note: string | null;
  lastHolderReminderAt: string | null;
  state: Generated<CheckStatus>;
  stateSince: string | null;
  responseTimeMs: number | null;
  uptime30d: number | null;
  checkedAt: string | null;
  responsibleUserId: string | null;
  notes: string | null;
}

export interface HostTable extends RecordColumns {
  name: string;
  providerId: string;
  kind: string;
  lifecycle: string;
  hostname: string | null;
  ips: Generated<string>;
  customerId: string | null;
  shared: Generated<number>;
  country: string | null;
  dataCenter: string | null;
  os: string | null;
  osVersion: string | null;
  phpVersions: Generated<string>;
  /** Of the version whose support ends first. */
  phpSupport: PhpSupport | null;
  panel: string | null;
  cpuCores: number | null;
  ramMb: number | null;
  diskGb: number | null;
  trafficTb: number | null;
  maxSites: number | null;
  maxMailboxes: number | null;
  contractNo: string | null;
  costCents: number | null;
  billing: string | null;
  startAt: string | null;
  periodMonths: number | null;
  noticeDays: number | null;
  noticeMonths: number | null;
  noticeTo: string | null;
  autoRenew: Generated<number>;
  renewDecision: string | null;
  endsAt: string | null;
  renewsAt: string | null;
  cancelBy: string | null;
  panelUrl: string | null;
  sshHost: string | null;
  sshPort: number | null;
  credentialsRef: string | null;
  backupWhat: string | null;
  backupWhere: string | null;
  backupCadence: string | null;
  backupRetention: string | null;
  backupLastOkAt: string | null;
  backupLastRestoreTestAt: string | null;
  avvSignedAt: string | null;
  avvVersion: string | null;
  subProcessorsUrl: string | null;
  supportPhone: string | null;
  supportEmail: string | null;
  emergencyNote: string | null;
  scansPorts: Generated<0 | 1>;
  status: Generated<CheckStatus>;
  statusSince: string | null;
  /** How full its disk is by its own word, in percent. */
  usage: number | null;
  responseTimeMs: number | null;
  uptime30d: number | null;
  /** Of its certificates the one that ends first. */
  certificateExpiresAt: string | null;
  certificateLevel: CertificateLevel | null;
  checkedAt: string | null;
  responsibleUserId: string | null;
  notes: string | null;
}

export interface DeviceTable extends RecordColumns {
  assetTag: string;
  name: string;
  categoryId: string;
  manufacturer: string | null;
  model: string | null;
  modelNo: string | null;
  serial: string | null;
  imei: string | null;
  macs: Generated<string>;
  hostname: string | null;
  os: string | null;
  status: string;
  condition: string | null;
  assignedUserId: string | null;
  assignedCustomerId: string | null;
  assignedLocationId: string | null;
  assignedDeviceId: string | null;
  assignedAt: string | null;
  expectedReturnAt: string | null;
  locationId: string;
  ownership: string;
  purchasedAt: string | null;
  supplier: string | null;
  orderNo: string | null;
  invoiceNo: string | null;
  priceCents: number | null;
  warrantyMonths: number | null;
  warrantyUntil: string | null;
  usefulLifeMonths: number | null;
  leasingEndAt: string | null;
  leasingPeriodMonths: number | null;
  leasingNoticeMonths: number | null;
  leasingAutoRenew: Generated<number>;
  leasingCancelBy: string | null;
  leasingDecision: string | null;
  leasingCostCents: number | null;
  encrypted: string | null;
  mdm: Generated<number>;
  lastBackupAt: string | null;
  nextAuditAt: string | null;
  lastAuditAt: string | null;
  accessories: Generated<string>;
  responsibleUserId: string | null;
  notes: string | null;
}

/** Append-only: how a device went from hand to hand. The labels are those of the moment. */
export interface DeviceMovementTable {
  id: string;
  deviceId: string;
  kind: MovementKind;
  at: string;
  fromType: HolderType | null;
  fromId: string | null;
  fromLabel: string | null;
  toType: HolderType | null;
  toId: string | null;
  toLabel: string | null;
  condition: keyof typeof conditions | null;
  note: string | null;
  expectedReturnAt: string | null;
  accessories: Generated<string>;
  byUserId: string | null;
}
