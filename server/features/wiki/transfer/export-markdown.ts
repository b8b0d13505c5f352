import type { Services } from "../../../trpc/context.ts";
import { writeFrontMatter } from "../formats/front-matter.ts";
import type { ZippedFile } from "../formats/zip-stream.ts";
import { readFiles } from "./exported-files.ts";
import type { ExportedPage, PageExport } from "./exported-pages.ts";
import { writeMarkdownOf } from "./written-page.ts";

/** The pages of an export as Markdown in the folders of their tree, then the files that hang on them. */
export async function* markdownFiles(
  uploads: Pick<Services["uploads"], "store">,
  pages: PageExport,
): AsyncGenerator<ZippedFile> {
  for (const entry of pages.order) {
    const page = await pages.read(entry);
    yield { path: `${pages.paths.stemOf(page.id)}.md`, content: await writePage(page, pages) };
  }
  yield* readFiles(uploads, pages.paths);
}

async function writePage(page: ExportedPage, { userId, paths }: PageExport): Promise<string> {
  const files = page.fileUrls((path) => paths.urlFrom(page.id, path));
  const attachments = page.attached.flatMap((key) => files.get(key) ?? []);
  const head = writeFrontMatter({ ...page.meta, attachments, fileNames: Object.fromEntries(otherNames(page, paths)) });
  const pages = page.pageUrls((id) => {
    const stem = paths.stemOf(id);
    return stem === undefined ? undefined : paths.urlFrom(page.id, `${stem}.md`);
  });
  return head + (await writeMarkdownOf(userId, page.contentJson, { labels: page.labels, pages, files }));
}

/** Files whose names had to give way to what a path may hold. */
function otherNames({ fileNames }: ExportedPage, paths: PageExport["paths"]): [string, string][] {
  return [...fileNames].flatMap(([key, name]) => {
    const path = paths.files.get(key);
    return path === undefined || path.split("/").at(-1) === name ? [] : [[path, name]];
  });
}
