import type { Generated } from "kysely";
import type { ChangeEventKind, ChangeSource, ChangeTargetType } from "../../../contract/change-events/change-events.ts";
import type { LegalLevel } from "../../../contract/legal/legal.ts";
import type { LookalikeKind, LookalikeState } from "../../../contract/lookalikes/lookalikes.ts";
import type { LookupKind } from "../../../contract/lookups/lookups.ts";

export interface LookupTables {
  lookalikes: LookalikeTable;
  providerNotices: ProviderNoticeTable;
  dmarcReports: DmarcReportTable;
  dmarcSources: DmarcSourceTable;
  dmarcMailboxes: DmarcMailboxTable;
  dmarcUnreadMails: DmarcUnreadMailTable;
  hostUsageDays: HostUsageDayTable;
  changeEvents: ChangeEventTable;
  lookups: LookupTable;
  lookupPaces: LookupPaceTable;
  registryAnswers: RegistryAnswerTable;
  registryLists: RegistryListTable;
}

/** What is asked about a record, when it is due, and what was answered last. */
export interface LookupTable {
  kind: LookupKind;
  targetId: string;
  /** What is asked about: the name or address that the record had when that was noted. */
  subject: string;
  dueAt: string;
  claimedBy: string | null;
  claimedUntil: string | null;
  /** In a row; the last answer stays. */
  failures: Generated<number>;
  error: string | null;
  triedAt: string | null;
  answeredAt: string | null;
  answerJson: string | null;
}

/** What a receiver of mail has reported of a domain, once each. */
export interface DmarcReportTable {
  id: string;
  domainId: string;
  org: string;
  reportId: string;
  policy: string;
  beginsAt: string;
  endsAt: string;
  messages: number;
  passed: number;
  uploadedAt: string;
  uploadedById: string | null;
}

/** What came from one address, by one report; an empty one stands for the rest of very many. */
export interface DmarcSourceTable {
  dmarcReportId: string;
  ip: string;
  messages: number;
  passed: number;
  dkimPassed: number;
  spfPassed: number;
  stopped: number;
}

/** How far a mailbox is read; one that is set up elsewhere begins anew. */
export interface DmarcMailboxTable {
  /** Server, user and folder. */
  place: string;
  /** Of the folder as the server numbers it; another one makes all numbers void. */
  uidValidity: string;
  /** Everything up to here is done with. */
  lastUid: number;
  /** How often the mail after it was begun. */
  tries: number;
  outcomeJson: string | null;
}

/** An attachment that was no report, or a mail that could not be read; forgotten after a while. */
export interface DmarcUnreadMailTable {
  id: string;
  sender: string;
  subject: string;
  sentAt: string | null;
  file: string | null;
  reason: string;
  foundAt: string;
}

/** A disturbance as the status page of a provider has it, once each. */
export interface ProviderNoticeTable {
  id: string;
  providerId: string;
  externalId: string;
  title: string;
  url: string | null;
  beginsAt: string;
  seenAt: string;
  /** When it was said to be over, or not said any more. */
  endedAt: string | null;
}

/** A registered name that looks like a domain. */
export interface LookalikeTable {
  id: string;
  domainId: string;
  nameAce: string;
  kind: LookalikeKind;
  firstSeenAt: string;
  goneAt: string | null;
  addressesJson: string;
  hasMail: 0 | 1;
  state: LookalikeState;
}

/** How full a host was by its own word; the last word of the day counts. */
export interface HostUsageDayTable {
  hostId: string;
  day: string;
  percent: number;
}

/** When a server may be asked again; while it is being asked, when others may at the latest. */
export interface LookupPaceTable {
  name: string;
  nextAt: string;
  /** How often in a row it has asked for patience. */
  failures: Generated<number>;
  /** Why it is left alone for longer than its pace, as a sentence. */
  error: string | null;
}

/** An answer of a registry without people; seen again as it was, only its last time moves on. */
export interface RegistryAnswerTable {
  id: string;
  domainId: string;
  source: string;
  body: string;
  firstSeenAt: string;
  lastSeenAt: string;
}

/** A list of the servers of registries, as it was fetched last. */
export interface RegistryListTable {
  name: string;
  /** When it is fetched next. */
  dueAt: string;
  body: string | null;
  etag: string | null;
  fetchedAt: string | null;
  error: string | null;
}

/** Append-only: what changed at a record without anybody having changed it here. */
export interface ChangeEventTable {
  id: string;
  source: ChangeSource;
  kind: ChangeEventKind;
  targetType: ChangeTargetType;
  targetId: string;
  part: string | null;
  /** Lists of text as people read them; null for nothing. */
  beforeJson: string | null;
  afterJson: string | null;
  /** Somebody had said that it was coming. */
  isPlanned: 0 | 1;
  at: string;
}

export interface SiteReporterTables {
  siteReporters: SiteReporterTable;
  knownVulnerabilities: KnownVulnerabilityTable;
}

/** The plugin inside a website that reports of it. */
export interface SiteReporterTable {
  websiteId: string;
  /** In the address to which it reports. */
  publicId: string;
  /** With what it signs. */
  sealedSecret: string;
  createdAt: string;
  lastAt: string | null;
  /** When the last report was signed, in seconds by the website's clock: an older one is a copy. */
  lastStamp: number;
  reportJson: string | null;
  /** Which vulnerabilities were told of, as JSON. */
  vulnerabilitiesJson: Generated<string>;
}

/** Something that is known to be wrong with a part of a WordPress. */
export interface KnownVulnerabilityTable {
  id: string;
  kind: "core" | "plugin" | "theme";
  slug: string;
  title: string;
  rangesJson: string;
  patchedIn: string | null;
  score: number | null;
  url: string | null;
}

export interface PreviewTables {
  previews: PreviewTable;
  previewPictures: PreviewPictureTable;
}

/** Which picture of a website is due when, and the last good one. */
export interface PreviewTable {
  websiteId: string;
  /** The URL that was last seen; another one makes a new picture due. */
  url: string;
  dueAt: string;
  askedAt: Generated<string | null>;
  /** The ids of those who wait for it, as JSON. */
  askedByJson: Generated<string>;
  claimedBy: Generated<string | null>;
  claimedUntil: Generated<string | null>;
  failures: Generated<number>;
  error: Generated<string | null>;
  triedAt: Generated<string | null>;
  takenAt: Generated<string | null>;
  desktopKey: Generated<string | null>;
  mobileKey: Generated<string | null>;
  /** How the picture looks, in 256 bits (server/features/previews/look.ts). */
  look: Generated<string | null>;
}

/** A picture that is kept for comparison: the first of a month, and each that differs strongly with the one before. */
export interface PreviewPictureTable {
  id: string;
  websiteId: string;
  takenAt: string;
  desktopKey: string;
  mobileKey: string | null;
  distance: number | null;
}

export interface LegalTables {
  legalRuns: LegalRunTable;
  legalFindings: LegalFindingTable;
}

/** What one look at a website came to. */
export interface LegalRunTable {
  id: string;
  websiteId: string;
  at: string;
  /** Why nothing could be judged, and why no browser looked. */
  uncheckable: string | null;
  withoutBrowser: string | null;
  bad: number;
  warn: number;
  info: number;
  figuresJson: string;
  rulesJson: string;
  /** What was seen; only of the last run with a browser, and of a later one without. */
  recordJson: string | null;
  /** WebP of the start page before consent, in Base64; only of the last run that has one. */
  picture: string | null;
}

/** One per rule and part of a website, as long as the website is there. */
export interface LegalFindingTable {
  id: string;
  websiteId: string;
  rule: string;
  part: string;
  level: LegalLevel;
  text: string;
  pageUrl: string;
  evidenceJson: string;
  firstSeenAt: string;
  lastSeenAt: string;
  goneAt: string | null;
  acceptedAt: string | null;
  acceptedById: string | null;
  acceptedReason: string | null;
}
