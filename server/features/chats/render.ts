import type { MentionKey } from "../../../contract/document/mentions.ts";
import { mentionName, mentionWords } from "../../../contract/document/mentions.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { notesHtml } from "../../records/notes-html.ts";
import { withMentions } from "./mentions.ts";

/** A message as safe HTML; what it mentions are links, as far as the labels hold a name for it. */
export function messageHtml(body: string, labels: ReadonlyMap<string, string>): string {
  return notesHtml(
    withMentions(body, (key) => {
      const label = labels.get(mentionName(key));
      if (label === undefined) return mentionWords(key.kind);
      const name = escapeMarkdown(key.kind === "user" ? `@${label}` : label);
      const path = pathOf(key);
      return path ? `[${name}](${path})` : name;
    }),
  );
}

/** The beginning of a message as plain text, on one line. */
export function excerptOf(body: string, labels: ReadonlyMap<string, string>, length = 120): string {
  const words = withMentions(body, (key) => {
    const label = labels.get(mentionName(key)) ?? mentionWords(key.kind);
    return key.kind === "user" ? `@${label}` : label;
  });
  const text = words
    .replace(/[*_`>#]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function pathOf({ kind, id }: MentionKey): string | undefined {
  if (kind === "user") return `/users/${id}`;
  const { path } = declarationOf(kind);
  return path && `${path}/${id}`;
}

export const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, "\\$&");
