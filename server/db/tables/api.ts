import type { RecordType } from "../../../contract/records/record-types.ts";
export interface ApiTables {
  apiTokens: ApiTokenTable;
  apiRequests: ApiRequestTable;
  creations: CreationTable;
}

export interface ApiTokenTable {
  id: string;
  userId: string;
  name: string;
  hint: string;
  /** SHA-256 of the token; the token itself is nowhere stored. */
  tokenHash: string;
  scopesJson: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
}

/** A request with an idempotency key, for a day. */
export interface ApiRequestTable {
  tokenId: string;
  idempotencyKey: string;
  requestHash: string;
  /** `done` is written in the transaction of the change, `answered` with its answer after it. */
  state: "begun" | "done" | "answered";
  status: number | null;
  body: string | null;
  /** The process that carries it out, or has. */
  claimedBy: string | null;
  createdAt: string;
}

/** What a form can create under an id of its own. */
export type CreatedType =
  | RecordType
  | "apiToken"
  | "calendarFeed"
  | "discovery"
  | "channel"
  | "channelRule"
  | "customerInfo"
  | "deadline"
  | "feedbackComment"
  | "heartbeat"
  | "hostInfo"
  | "import"
  | "pageSection"
  | "savedView"
  | "statusPage"
  | "task"
  | "vantagePoint"
  | "webhook"
  | "registrarConnection";

/** What a form has created under an id of its own, for a week. */
export interface CreationTable {
  userId: string;
  creationId: string;
  recordType: CreatedType;
  recordId: string;
  at: string;
}
