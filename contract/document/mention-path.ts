import { recordFolders } from "../records/record-folders.ts";
import type { MentionKey } from "./mentions.ts";

/** Where a mentioned person or record has its page; undefined for what is shown on the pages of others. */
export function mentionPath({ kind, id }: MentionKey): string | undefined {
  const folder = recordFolders[kind];
  return folder && `/${folder}/${encodeURIComponent(id)}`;
}
