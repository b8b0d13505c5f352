import type { RecordType } from "../records/record-types.ts";

/** The name a client invalidates by: the router key of a feature. */
export type Feature =
  | RecordType
  | "user"
  | "offboarding"
  | "chat"
  | "mention"
  | "setting"
  | "contractGap"
  | "costForecast"
  | "customerQuestion"
  | "mail"
  | "security"
  | "apiToken"
  | "calendarFeed"
  | "webhook"
  | "job"
  | "task"
  | "term"
  | "claim"
  | "deadline"
  | "notification"
  | "change"
  | "relation"
  | "attachment"
  | "note"
  | "dashboard"
  | "import"
  | "savedView"
  | "merge"
  | "follow";
