import type { Generated } from "kysely";
import type { SignInMethod } from "../../contract/auth/auth.ts";
import type { ChangeKind } from "../../contract/changes/changes.ts";
import type { MimeType, UploadPurpose } from "../../contract/files/files.ts";
import type { NotificationCategory, Severity } from "../../contract/notifications/notification-categories.ts";
import type { Role } from "../../contract/roles.ts";
import type { AccountTables } from "./tables/accounts.ts";
import type { ApiTables } from "./tables/api.ts";
import type { CalendarTables } from "./tables/calendar-feeds.ts";
import type { ChatTables } from "./tables/chats.ts";
import type { CheckTables } from "./tables/checks.ts";
import type { CollabTables } from "./tables/collab.ts";
import type {
  CustomerQuestionTables,
  HolderConfirmationTables,
  StatusPageTables,
} from "./tables/customer-questions.ts";
import type { DeadlineTables } from "./tables/deadlines.ts";
import type { ChannelTables, WebhookTables } from "./tables/deliveries.ts";
import type { FeedbackTables } from "./tables/feedback.ts";
import type { DiscoveryTables, ImportTables } from "./tables/imports.ts";
import type { IncidentTables } from "./tables/incidents.ts";
import type { LegalTables, LookupTables, PreviewTables, SiteReporterTables } from "./tables/lookups.ts";
import type { MailTables } from "./tables/mails.ts";
import type { PageTables, TransferTables } from "./tables/pages.ts";
import type { RecordTables } from "./tables/records.ts";
import type { SearchTables } from "./tables/search.ts";
import type { SecurityTables } from "./tables/security.ts";
import type { SettingTables } from "./tables/settings.ts";
import type { TaskTables } from "./tables/tasks.ts";
import type { TermTables } from "./tables/terms.ts";
import type { RegistrarConnectionTables } from "./tables/value-lists.ts";

/** Every table. Times are UTC ISO 8601 text, flags 0 | 1, `*_json` columns JSON text. */
export interface Database
  extends RecordTables,
    ImportTables,
    SearchTables,
    SettingTables,
    PageTables,
    CollabTables,
    ChatTables,
    CheckTables,
    CustomerQuestionTables,
    DeadlineTables,
    DiscoveryTables,
    FeedbackTables,
    HolderConfirmationTables,
    IncidentTables,
    LegalTables,
    LookupTables,
    MailTables,
    PreviewTables,
    SiteReporterTables,
    RegistrarConnectionTables,
    SecurityTables,
    AccountTables,
    ApiTables,
    CalendarTables,
    ChannelTables,
    StatusPageTables,
    TransferTables,
    TaskTables,
    TermTables,
    WebhookTables {
  users: UserTable;
  sessions: SessionTable;
  invitations: InvitationTable;
  signInFailures: SignInFailureTable;
  notifications: NotificationTable;
  changes: ChangeTable;
  files: FileTable;
  jobRuns: JobRunTable;
  nodeJobRuns: NodeJobRunTable;
  downtimes: DowntimeTable;
}

export interface UserTable {
  id: string;
  email: string;
  name: string;
  role: Role;
  phone: string | null;
  position: string | null;
  imageKey: string | null;
  /** argon2id in PHC form; null until an invited person has joined. */
  passwordHash: string | null;
  createdAt: string;
  joinedAt: string | null;
  deactivatedAt: string | null;
  lastSeenAt: string | null;
  version: Generated<number>;
  /** Raised when no browser is to be known to the account any more; see access-epoch.ts. */
  accessEpoch: Generated<number>;
}

export interface SessionTable {
  id: string;
  /** SHA-256 of the cookie's token; the token itself is nowhere stored. */
  tokenHash: string;
  userId: string;
  userAgent: string | null;
  ip: string | null;
  /** JSON that the client attached through POST /api/auth/session. */
  dataJson: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  /** How its person came in. */
  method: SignInMethod | null;
  /** When its person last proved to be who they are. */
  authenticatedAt: string | null;
}

export interface InvitationTable {
  id: string;
  userId: string;
  tokenHash: string;
  invitedById: string | null;
  createdAt: string;
  expiresAt: string;
}

export interface SignInFailureTable {
  id: string;
  /** `account:` or `ip:` and a keyed hash. */
  subject: string;
  failedAt: string;
}

export interface NotificationTable {
  id: string;
  forUserId: string;
  title: string;
  message: string;
  category: NotificationCategory;
  link: string | null;
  actorId: string | null;
  readAt: string | null;
  createdAt: string;
  severity: Generated<Severity>;
  groupKey: string | null;
  /** How many alike this row stands for. */
  count: Generated<number>;
  inBell: Generated<0 | 1>;
  /** Waits for the daily mail. */
  inDigest: Generated<0 | 1>;
  /** Hidden from the bell until then. */
  snoozedUntil: string | null;
  /** When a mail about it is due; null when none is to be sent. */
  mailDueAt: string | null;
  expiresAt: string | null;
}

export interface ChangeTable {
  id: string;
  kind: ChangeKind;
  subjectType: string;
  subjectId: string;
  actorId: string | null;
  /** Of the subject after the change, where it has versions. */
  version: number | null;
  beforeJson: string | null;
  afterJson: string | null;
  at: string;
}

export interface FileTable {
  key: string;
  filename: string;
  mimeType: MimeType;
  /** Until the confirmation the announced size; null when none was announced. */
  size: number | null;
  width: number | null;
  height: number | null;
  purpose: UploadPurpose;
  createdById: string;
  createdAt: string;
  /** When the posted bytes lay complete in the store. */
  receivedAt: string | null;
  /** Claimed by the one confirmation that a file may have. */
  checkedAt: string | null;
  confirmedAt: string | null;
  /** `user:{id}` and the like; a file that nothing owns is removed after 24 h. */
  owner: string | null;
  /** The file of the same record whose next version this is; each has one next version at most. */
  replacesKey: Generated<string | null>;
  /** Since when it is kept as signed: it is neither renamed nor taken off its record. */
  signedAt: Generated<string | null>;
}

interface JobRun {
  name: string;
  startedAt: string;
  finishedAt: string | null;
  error: string | null;
  /** When it last ended well, whatever has come of it since. */
  succeededAt: Generated<string | null>;
  /** How often in a row it failed. */
  failures: Generated<number>;
}

/** How a job last went; of one that every node runs for itself, on the node that is worst off. */
export interface JobRunTable extends JobRun {
  /** When the admins were told that it fails or is late; nobody has been told of the present trouble when null. */
  toldAt: Generated<string | null>;
}

/** How a job that every node runs for itself went on one of them. */
export interface NodeJobRunTable extends JobRun {
  /** The id of the node. */
  node: string;
}

/** A time in which no portal ran on this database. */
export interface DowntimeTable {
  fromAt: string;
  untilAt: string;
}
