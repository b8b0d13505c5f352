import { toMarkdown } from "../../../../contract/document/markdown/to-markdown.ts";
import type { Services } from "../../../trpc/context.ts";
import { writeFrontMatter } from "../formats/front-matter.ts";
import type { ZippedFile } from "../formats/zip-stream.ts";
import { readFiles } from "./exported-files.ts";
import { targetOfLink } from "./exported-links.ts";
import type { ExportedPage, PageExport } from "./exported-pages.ts";

/** The pages of an export as Markdown in the folders of their tree, then the files that hang on them. */
export async function* markdownFiles(uploads: Services["uploads"], pages: PageExport): AsyncGenerator<ZippedFile> {
  for (const entry of pages.order) {
    const page = await pages.read(entry);
    yield { path: `${pages.places.stemOf(page.id)}.md`, content: writePage(page, pages) };
  }
  yield* readFiles(uploads, pages.places);
}

function writePage(page: ExportedPage, { places }: PageExport): string {
  const addressOf = (key: string) => {
    const path = places.files.get(key);
    return path && places.addressFrom(page.id, path);
  };
  const attachments = page.attached.flatMap((key) => addressOf(key) ?? []);
  const head = writeFrontMatter({ ...page.meta, attachments, fileNames: Object.fromEntries(otherNames(page, places)) });
  const text = toMarkdown(page.document, {
    fileAddress: (key) => addressOf(key) ?? `/api/file/${encodeURIComponent(key)}`,
    linkAddress(href) {
      const target = targetOfLink(href);
      if (!target) return href;
      const stem = places.stemOf(target.pageId);
      if (stem !== undefined) return places.addressFrom(page.id, `${stem}.md`) + target.anchor;
      return page.hides(target.pageId) ? `/wiki/${target.pageId}` : href;
    },
    mentionLabel: (kind, id) => page.labelOf(kind, id),
  });
  return head + text;
}

/** Files whose names had to give way to what a path may hold. */
function otherNames({ fileNames }: ExportedPage, places: PageExport["places"]): [string, string][] {
  return [...fileNames].flatMap(([key, name]) => {
    const path = places.files.get(key);
    return path === undefined || path.split("/").at(-1) === name ? [] : [[path, name]];
  });
}
