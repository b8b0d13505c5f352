import type { MentionView } from "../../../../contract/document/block.ts";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import { mentionName } from "../../../../contract/document/mentions.ts";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import type { PageReference, TocEntry } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import { renderDocument } from "../../../document/render.ts";
import { referencesOf } from "../../../document/text.ts";

export interface Rendered {
  html: string;
  toc: TocEntry[];
}

/** How many signs of HTML are kept at most, over all pages. */
const maxKept = 20_000_000;
const kept = new Map<string, Rendered>();
let size = 0;

/**
 * A page's content as HTML for somebody who sees these references. It is rendered once for each content and each set
 * of names that readers see in it; `key` names the content and changes with it.
 */
export async function renderPage(
  db: Db,
  key: string,
  contentJson: string,
  references: readonly PageReference[],
): Promise<Rendered> {
  const mentions = new Map<string, MentionView>();
  for (const { kind, id, ...view } of references) mentions.set(mentionName({ kind, id }), view);
  const name = `${key} ${JSON.stringify([...mentions])}`;
  const known = kept.get(name);
  if (known) {
    kept.delete(name);
    kept.set(name, known);
    return known;
  }
  const document = parseOwnJson<DocumentJson>(contentJson);
  const images = await readImageSizes(db, document);
  const { html, headings } = renderDocument(document, { mentions, images });
  return keep(name, { html, toc: headings });
}

function keep(name: string, rendered: Rendered): Rendered {
  size += rendered.html.length - (kept.get(name)?.html.length ?? 0);
  kept.set(name, rendered);
  for (const [oldest, { html }] of kept) {
    if (size <= maxKept) break;
    kept.delete(oldest);
    size -= html.length;
  }
  return rendered;
}

async function readImageSizes(db: Db, document: DocumentJson) {
  const keys = referencesOf(document).files;
  const sizes = new Map<string, { width: number; height: number }>();
  if (keys.length === 0) return sizes;
  const rows = await db.selectFrom("files").select(["key", "width", "height"]).where("key", "in", keys).execute();
  for (const { key, width, height } of rows) if (width && height) sizes.set(key, { width, height });
  return sizes;
}
