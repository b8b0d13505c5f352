import type { Generated } from "kysely";
import type { CheckKind, CheckTargetType } from "../../../contract/checks/kinds.ts";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import type { HeartbeatKind, HeartbeatTarget } from "../../../contract/heartbeats/heartbeats.ts";

export interface CheckTables {
  checks: CheckTable;
  checkSettings: CheckSettingTable;
  checkCursor: CheckCursorTable;
  checkCopies: CheckCopyTable;
  checkRevision: CheckRevisionTable;
  heartbeats: HeartbeatTable;
  vantagePoints: VantagePointTable;
  vantageRuns: VantageRunTable;
  vantageBatches: VantageBatchTable;
}

/** What is looked at and how often, derived from the records; the checker reads it and writes elsewhere. */
export interface CheckTable {
  id: string;
  kind: CheckKind;
  targetType: CheckTargetType;
  targetId: string;
  /** Tells several checks of one kind and target apart, such as the ports of a host. */
  part: Generated<string>;
  label: string;
  /** `host:port`, normalised: one check at a time connects to it. */
  address: string;
  intervalS: number;
  timeoutMs: number;
  /** What is looked at first where not everything can be, the lowest number first. */
  priority: Generated<number>;
  isEnabled: Generated<0 | 1>;
  pausedAt: string | null;
  pausedById: string | null;
  config: string;
  /** Sealed by the vault. */
  secret: string | null;
  /** The present or next maintenance window. */
  quietFrom: string | null;
  quietUntil: string | null;
  /** Somebody wants it now. */
  askedAt: string | null;
  /** Of the one counter of all checks: who has read so far reads what is above. */
  revision: number;
  /** As its events have it; the record's own status is the worst of its checks. */
  status: Generated<CheckStatus>;
  statusSince: string | null;
  cause: string | null;
  /** Its target is gone or needs it no longer; its row goes once the checker knows. */
  removedAt: string | null;
  /** From where it is made besides or instead of the portal; null where nobody has ever chosen that. */
  vantageJson: string | null;
  createdAt: string;
  updatedAt: string;
}

/** What a person has set for one record; what is absent is as the settings of the portal have it. */
export interface CheckSettingTable {
  targetType: CheckTargetType;
  targetId: string;
  config: string;
  /** Sealed by the vault. */
  secret: string | null;
  version: Generated<number>;
  updatedAt: string;
  updatedById: string | null;
}

/** How far a reader of the checker's events has come; it moves on in the transaction of what they bring about. */
export interface CheckCursorTable {
  name: string;
  eventId: number;
}

/** The counter of `checks.revision`: one row. */
export interface CheckRevisionTable {
  value: number;
}

/** What reports by itself, at a URL of its own; its check looks whether it did. */
export interface HeartbeatTable {
  id: string;
  checkId: string;
  targetType: HeartbeatTarget;
  targetId: string;
  kind: HeartbeatKind;
  label: string;
  /** The first characters of the token, to tell URLs apart. */
  hint: string;
  /** SHA-256 of the token in the URL; the token itself is nowhere stored. */
  tokenHash: string;
  everyS: number;
  graceS: number;
  createdAt: string;
  renewedAt: string | null;
  lastAt: string | null;
  isDown: Generated<0 | 1>;
  message: string | null;
  pingMs: number | null;
  /** What a server has told of itself. */
  usageJson: string | null;
}

/** From where else things are checked. */
export interface VantagePointTable {
  id: string;
  name: string;
  foldedName: string;
  /** The first characters of the token, to tell tokens apart. */
  hint: string;
  /** SHA-256 of its agent's token; the token itself is nowhere stored. Null where it was revoked. */
  tokenHash: string | null;
  createdAt: string;
  renewedAt: string | null;
  /** When its agent reported last. */
  lastAt: string | null;
  version: string | null;
  /** How far the clock of its host is ahead. */
  clockOffMs: Generated<number>;
  heldResults: Generated<number>;
  /** When it was told that it is silent; null while it is not. */
  silenceToldAt: string | null;
}

/** How far the results of a run of an agent have been taken, for as long as it could repeat one. */
export interface VantageRunTable {
  pointId: string;
  runId: string;
  lastSeq: number;
  seenAt: string;
}

/** Results that an agent has handed in and that the checker has yet to judge. */
export interface VantageBatchTable {
  pointId: string;
  runId: string;
  lastSeq: number;
  receivedAt: string;
  resultsJson: string;
}

/** Where all nodes find what the checks of the one that leads them have found out; at most one row. */
export interface CheckCopyTable {
  name: string;
  /** What it is called in the bucket. */
  object: string;
  size: number;
  at: string;
}
