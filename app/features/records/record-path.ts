import type { RecordType } from "../../../contract/records/record-types.ts";

const folders: Partial<Record<RecordType | "user", string>> = {
  website: "websites",
  domain: "domains",
  host: "hosts",
  customer: "customers",
  device: "devices",
  page: "wiki",
  feedback: "feedback",
  user: "users",
};

/** Where a record's page lies; undefined for types that are shown on the pages of others. */
export function recordPath(type: RecordType | "user", id: string): string | undefined {
  const folder = folders[type];
  return folder && `/${folder}/${id}`;
}
