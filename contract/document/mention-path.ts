import type { MentionKey, MentionKind } from "./mentions.ts";

const folders: Partial<Record<MentionKind, string>> = {
  user: "users",
  website: "websites",
  domain: "domains",
  host: "hosts",
  customer: "customers",
  device: "devices",
  page: "wiki",
  feedback: "feedback",
};

/** Where a mentioned person or record has its page; undefined for what is shown on the pages of others. */
export function mentionPath({ kind, id }: MentionKey): string | undefined {
  const folder = folders[kind];
  return folder && `/${folder}/${encodeURIComponent(id)}`;
}
