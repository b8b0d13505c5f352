import type { MentionView } from "../../../../contract/document/block.ts";
import { mentionName } from "../../../../contract/document/mentions.ts";
import type { PageReference, TocEntry } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import { renderContent } from "../../../document/stored-content.ts";
import type { PersonContext } from "../../../trpc/context.ts";

export interface Rendered {
  html: string;
  toc: TocEntry[];
}

/** How many signs of HTML are kept at most, over all pages. */
const maxKept = 20_000_000;
const kept = new Map<string, Rendered>();
let size = 0;
/** What is being rendered, for whoever asks for the same meanwhile. */
const underWay = new Map<string, Promise<Rendered>>();

interface Renderable {
  /** Names the content and changes with it. */
  key: string;
  contentJson: string;
  references: readonly PageReference[];
  /** The keys of the files that it shows. */
  files: readonly string[];
}

/**
 * A page's content as HTML for somebody who sees these references. It is rendered once for each content and each set
 * of names that readers see in it.
 */
export async function renderPage(
  { db, person }: Pick<PersonContext, "db" | "person">,
  { key, contentJson, references, files }: Renderable,
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
  const begun = underWay.get(name);
  if (begun) return begun;
  const rendering = readImageSizes(db, files)
    .then((images) => renderContent(person.id, contentJson, { mentions, images }))
    .then(({ html, headings }) => keep(name, { html, toc: headings }))
    .finally(() => underWay.delete(name));
  underWay.set(name, rendering);
  return rendering;
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

async function readImageSizes(db: Db, keys: readonly string[]) {
  const sizes = new Map<string, { width: number; height: number }>();
  if (keys.length === 0) return sizes;
  const rows = await db.selectFrom("files").select(["key", "width", "height"]).where("key", "in", keys).execute();
  for (const { key, width, height } of rows) if (width && height) sizes.set(key, { width, height });
  return sizes;
}
