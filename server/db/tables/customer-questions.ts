import type { Answer, AskedType } from "../../../contract/customer-questions/customer-questions.ts";
import type { HolderAnswer } from "../../../contract/holder-confirmations/holder-confirmations.ts";
import type { StatusPageKind } from "../../../contract/status-pages/status-pages.ts";

/** What customers were asked by mail. */
export interface CustomerQuestionTables {
  customerQuestions: CustomerQuestionTable;
  customerQuestionItems: CustomerQuestionItemTable;
}

export interface CustomerQuestionTable {
  id: string;
  /** SHA-256 of the link's token; the token itself is nowhere stored. */
  tokenHash: string;
  /** Of the link in the reminder; the first one goes on working. */
  reminderTokenHash: string | null;
  customerId: string;
  contactId: string | null;
  name: string;
  email: string;
  askedById: string;
  createdAt: string;
  /** The first day after which an answer comes too late for something. */
  answerBy: string;
  /** Until then the link shows how things stand. */
  expiresOn: string;
  remindedAt: string | null;
  withdrawnAt: string | null;
  answeredAt: string | null;
  answeredName: string | null;
  answeredIp: string | null;
}

export interface CustomerQuestionItemTable {
  questionId: string;
  targetType: AskedType;
  targetId: string;
  title: string;
  dueOn: string;
  cancelBy: string | null;
  decision: Answer | null;
}

/** What the customers of domains were asked about who holds them. */
export interface HolderConfirmationTables {
  holderConfirmations: HolderConfirmationTable;
  holderConfirmationItems: HolderConfirmationItemTable;
}

export interface HolderConfirmationTable {
  id: string;
  /** SHA-256 of the link's token; the token itself is nowhere stored. */
  tokenHash: string;
  customerId: string;
  contactId: string | null;
  name: string;
  email: string;
  askedById: string;
  createdAt: string;
  expiresOn: string;
  withdrawnAt: string | null;
  answeredAt: string | null;
  answeredName: string | null;
  answeredIp: string | null;
}

export interface HolderConfirmationItemTable {
  holderConfirmationId: string;
  domainId: string;
  answer: HolderAnswer | null;
  /** What is wrong, in the words of who answered. */
  correction: string | null;
}

/** What is shown outside without a session. */
export interface StatusPageTables {
  statusPages: StatusPageTable;
  statusPageWebsites: StatusPageWebsiteTable;
}

export interface StatusPageTable {
  id: string;
  kind: StatusPageKind;
  customerId: string | null;
  name: string;
  /** The first characters of the token, to tell URLs apart. */
  hint: string;
  /** SHA-256 of the token in the URL; the token itself is nowhere stored. */
  tokenHash: string;
  createdById: string | null;
  createdAt: string;
  renewedAt: string | null;
}

export interface StatusPageWebsiteTable {
  pageId: string;
  websiteId: string;
  position: number;
}
