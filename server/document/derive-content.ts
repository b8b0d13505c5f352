import { Node } from "@tiptap/pm/model";
import { documentSchema } from "../../contract/document/extensions.ts";
import type { DocumentJson } from "../../contract/document/json.ts";
import { isMentionId, type MentionKey } from "../../contract/document/mentions.ts";
import { type DocumentSize, measureDocument } from "./check-document.ts";
import { referencesOf, textOf } from "./text.ts";

/** A document as it is stored, with all that is kept beside it. */
export interface DerivedContent {
  contentJson: string;
  headings: string;
  body: string;
  pointed: Pointed;
  size: DocumentSize;
}

export interface Pointed {
  mentions: MentionKey[];
  files: string[];
  links: string[];
}

export function deriveContent(document: DocumentJson): DerivedContent {
  const node = Node.fromJSON(documentSchema, document);
  return {
    contentJson: JSON.stringify(document),
    ...textOf(node),
    pointed: pointedAt(node),
    size: measureDocument(document),
  };
}

/** What a document points at: people, records and pages by mention or by link, and the files that it embeds. */
export function pointedAt(document: DocumentJson | Node): Pointed {
  const { mentions, files, links } = referencesOf(document);
  const linked = links.flatMap((href) => linkedPage(href) ?? []);
  const all = new Map([...mentions, ...linked].map((key) => [`${key.kind}:${key.id}`, key]));
  return { mentions: [...all.values()], files, links };
}

/** A URL as `/wiki/{id}-{slug}`; ids have hyphens themselves, at fixed places. */
const pagePath = /^\/wiki\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[-/?#]|$)/;

function linkedPage(href: string): MentionKey | undefined {
  const id = pagePath.exec(href)?.[1];
  return id && isMentionId(id) ? { kind: "page", id } : undefined;
}
