import type { Answer, AskedType } from "../../../contract/customer-questions/customer-questions.ts";

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
