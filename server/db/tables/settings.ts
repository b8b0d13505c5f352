import type { Generated } from "kysely";
import type { BackupKind } from "../../../contract/backups/backups.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";

export interface SettingTables {
  settings: SettingTable;
  erasures: ErasureTable;
  wholeExports: WholeExportTable;
  backupRuns: BackupRunTable;
  backupTargets: BackupTargetTable;
  systemSamples: SystemSampleTable;
  auditLinks: AuditLinkTable;
  sealingKeys: SealingKeyTable;
  nodes: NodeTable;
  leases: LeaseTable;
}

/** The hash chain of the audit log. */
export interface AuditLinkTable {
  no: number;
  changeId: string;
  at: string;
  /** What the entry says of who did what when. */
  entryHash: string;
  /** Follows from the head before and everything that this link says but the salt. */
  head: string;
  /** 1 for links whose head follows from the entry's hash alone; they have none of the following. 2 for those without `linkedAt`. */
  form: Generated<number>;
  kind: string | null;
  /** Of subject and values. */
  valuesHash: string | null;
  /** Taken away by what changes subject or values on purpose. */
  valuesSalt: string | null;
  /** All links of one run have the same. */
  linkedAt: string | null;
  /** In the first link that says when it was made: the numbers of those of the first form whose entry was gone by then. */
  withoutEntry: string | null;
}

/** Which keys seal the database, since they were rotated or several nodes share it; at most one row. */
export interface SealingKeyTable {
  id: string;
  rotatedAt: string;
}

export interface SystemSampleTable {
  at: string;
  /** A number by light. */
  valuesJson: string;
}

export interface SettingTable {
  section: string;
  valuesJson: string;
  /** By field: sealed text, when and by whom it was set. */
  secretsJson: Generated<string>;
  version: Generated<number>;
  updatedAt: string;
  updatedById: string | null;
}

/** The erased people by account, contact or domain; accounts stay as a place for what they have written. */
export interface ErasureTable {
  subjectType: "user" | RecordType;
  subjectId: string;
  at: string;
  byId: string | null;
}

/** An export of everything; its archive lies beside the uploads for a day. */
export interface WholeExportTable {
  id: string;
  state: "running" | "finished" | "failed";
  done: Generated<number>;
  total: Generated<number>;
  size: number | null;
  createdAt: string;
  finishedAt: string | null;
  startedById: string;
}

/** A backup or a restore test, under way or ended. */
export interface BackupRunTable {
  id: string;
  kind: BackupKind;
  state: "running" | "done" | "failed";
  startedAt: string;
  finishedAt: string | null;
  /** Of what runs: from then on it counts as dead. */
  claimedUntil: string | null;
  /** When an admin has ended it; until its process is gone it is still `running`. */
  cancelledAt: string | null;
  progressJson: string | null;
  resultJson: string | null;
  faultsJson: Generated<string>;
  /** When the admins were told of it. */
  toldAt: string | null;
  /** The ids of the targets that it was for, each after a space; null where it did not come to that. */
  targets: string | null;
}

/** A place where backups lie. */
export interface BackupTargetTable {
  /** A hash of where that is. */
  id: string;
  /** When the mark of this portal was last seen there. */
  markedAt: string | null;
  /** When retention was last applied there. */
  sweptAt: string | null;
  /** Why the last run made no backup there: it is another portal's, or what lay there is gone. */
  refused: "foreign" | "gone" | null;
  /** The portal whose mark lay there then; empty of a mark that cannot be read. */
  refusedOwner: string | null;
}

/** A node of a portal that several serve. Its times are those of the database's clock. */
export interface NodeTable {
  /** Of one run. */
  id: string;
  name: string;
  version: string;
  /** The last migration that it knows. */
  migration: string;
  /** Where it keeps uploads. */
  bucket: string;
  startedAt: string;
  /** A node that was seen within five seconds is alive. */
  seenAt: string;
  /** It ends soon and takes up nothing more. */
  isDraining: Generated<number>;
  /** How it was doing then; absent of a version that says nothing of it. */
  figuresJson: string | null;
}

/** What one node does at a time. */
export interface LeaseTable {
  name: string;
  /** Whose it is while that node lives; null where it was given up. */
  node: string | null;
  /** Higher each time that it is taken. */
  fence: number;
}
