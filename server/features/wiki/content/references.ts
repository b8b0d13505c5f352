import { isExternalLink } from "../../../../contract/document/links.ts";
import type { Db } from "../../../db/connection.ts";
import type { Pointed } from "../../../document/derive-content.ts";

/** Keeps what a page points at, in place of what was kept before. */
export async function writeReferences(db: Db, pageId: string, pointed: Pointed): Promise<void> {
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
