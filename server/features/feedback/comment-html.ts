import type { Ref } from "../../../contract/records/fields.ts";
import { notesHtml } from "../../records/notes-html.ts";

/** What somebody wrote as safe HTML, with the mentioned set off; `mark` is the reader, who finds themself at a glance. */
export function commentHtml(body: string, mentions: readonly Ref[], reader: string): string {
  const html = notesHtml(body);
  if (mentions.length === 0) return html;
  // The longest first, so that „@Jana Petersen“ is not taken for „@Jana“.
  const byLength = [...mentions].sort((one, other) => other.label.length - one.label.length);
  const names = new Map(byLength.map(({ id, label }) => [`@${escaped(label)}`, id]));
  const anyName = new RegExp(
    [...names.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"),
    "g",
  );
  const marked = (text: string) =>
    text.replace(anyName, (name) =>
      names.get(name) === reader ? `<strong><em>${name}</em></strong>` : `<strong>${name}</strong>`,
    );
  // Only what stands between tags is text.
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith("<") ? part : marked(part)))
    .join("");
}

/** As the sanitiser writes text. */
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
