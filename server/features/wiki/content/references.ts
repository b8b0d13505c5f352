import type { DocumentJson } from "../../../../contract/document/json.ts";
import { isExternalLink } from "../../../../contract/document/links.ts";
import { isMentionId, type MentionKey } from "../../../../contract/document/mentions.ts";
import type { Db } from "../../../db/connection.ts";
import { referencesOf } from "../../../document/text.ts";

export interface Pointed {
  mentions: MentionKey[];
  files: string[];
  links: string[];
}

/** What a document points at: people, records and pages by mention or by link, and the files that it embeds. */
export function pointedAt(document: DocumentJson): Pointed {
  const { mentions, files, links } = referencesOf(document);
  const linked = links.flatMap((href) => linkedPage(href) ?? []);
  const all = new Map([...mentions, ...linked].map((key) => [`${key.kind}:${key.id}`, key]));
  return { mentions: [...all.values()], files, links };
}

/** An address as `/wiki/{id}-{slug}`; ids have hyphens themselves, at fixed places. */
const pageAddress = /^\/wiki\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[-/?#]|$)/;

function linkedPage(href: string): MentionKey | undefined {
  const id = pageAddress.exec(href)?.[1];
  return id && isMentionId(id) ? { kind: "page", id } : undefined;
}

/** Keeps what a page points at, in place of what was kept before. */
export async function writeReferences(db: Db, pageId: string, document: DocumentJson): Promise<Pointed> {
  const pointed = pointedAt(document);
  await db.deleteFrom("pageReferences").where("pageId", "=", pageId).execute();
  const rows = [
    ...pointed.mentions.map(({ kind, id }) => ({ pageId, kind, targetId: id })),
    ...pointed.files.map((key) => ({ pageId, kind: "file" as const, targetId: key })),
  ];
  const size = 200;
  for (let start = 0; start < rows.length; start += size)
    await db
      .insertInto("pageReferences")
      .values(rows.slice(start, start + size))
      .execute();
  await writeExternalLinks(db, pageId, pointed.links);
  return pointed;
}

/** The addresses out of the portal among links, as they are asked for: without the place within what they lead to. */
function externalLinks(links: readonly string[]): string[] {
  const urls = links
    .filter((href) => isExternalLink(href) && URL.canParse(href))
    .map((href) => new URL(href).href.replace(/#.*$/s, ""));
  return [...new Set(urls)];
}

const rowsAtOnce = 200;

/** Keeps where the links of a page lead, in place of what was kept before. */
async function writeExternalLinks(db: Db, pageId: string, links: readonly string[]): Promise<void> {
  await db.deleteFrom("pageLinks").where("pageId", "=", pageId).execute();
  const rows = externalLinks(links).map((url) => ({ pageId, url }));
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto("pageLinks")
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
}
