import type { RecordType } from "./record-types.ts";

/** Below which folder the pages of a type lie; without one it is shown on the pages of others. */
export const recordFolders: Partial<Record<RecordType | "user", string>> = {
  website: "websites",
  domain: "domains",
  host: "hosts",
  customer: "customers",
  device: "devices",
  contract: "contracts",
  page: "wiki",
  feedback: "feedback",
  incident: "incidents",
  user: "users",
};
