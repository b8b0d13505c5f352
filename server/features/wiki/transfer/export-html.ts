import { element, escapeHtml } from "../../../../contract/document/html.ts";
import type { Services } from "../../../trpc/context.ts";
import type { ZippedFile } from "../formats/zip-stream.ts";
import { exportStyle } from "./export-style.ts";
import { readFiles } from "./exported-files.ts";
import type { ExportedPage, PageExport } from "./exported-pages.ts";
import { writeHtmlOf } from "./written-page.ts";

export interface HtmlPaths {
  /** Where a page that comes along is, from the page that is written. */
  page(id: string): string | undefined;
  file(key: string): string | undefined;
  /** Where the portal is, for all that does not come along. */
  baseUrl: string;
}

/** What a page says, as HTML that needs nothing from elsewhere. */
export function writeBody(userId: string, page: ExportedPage, paths: HtmlPaths): Promise<string> {
  const images = new Map<string, { width: number; height: number }>();
  for (const { key, width, height } of page.files.values()) if (width && height) images.set(key, { width, height });
  const files = new Map(
    [...page.files.keys()].flatMap((key) => {
      const url = paths.file(key);
      return url === undefined ? [] : [[key, url] as const];
    }),
  );
  const pages = page.pageUrls((id) => paths.page(id));
  return writeHtmlOf(userId, page.contentJson, { labels: page.labels, pages, files, images, baseUrl: paths.baseUrl });
}

/** The files that hang on a page without standing in its text. */
export function writeAttachments(names: readonly { name: string; href: string | undefined }[]): string {
  if (names.length === 0) return "";
  const items = names.map(({ name, href }) => element("li", {}, element("a", { href }, escapeHtml(name)))).join("");
  return element("section", {}, `<h2>Anhänge</h2><ul>${items}</ul>`);
}

export const titleOf = ({ title, meta }: Pick<ExportedPage, "title" | "meta">) =>
  escapeHtml(meta.icon ? `${meta.icon} ${title}` : title);

/** The pages of an export as a folder of HTML that works without a network, with a table of contents in front. */
export async function* htmlFiles(
  { uploads, baseUrl }: Pick<Services, "uploads" | "baseUrl">,
  pages: PageExport,
): AsyncGenerator<ZippedFile> {
  const { paths } = pages;
  yield { path: "style.css", content: exportStyle };
  yield { path: "index.html", content: writeIndex(pages) };
  for (const entry of pages.order) {
    const page = await pages.read(entry);
    const from = (path: string | undefined) => (path === undefined ? undefined : paths.urlFrom(page.id, path));
    const fileAt = (key: string) => from(paths.files.get(key));
    const pageAt = (id: string) => {
      const stem = paths.stemOf(id);
      return from(stem && `${stem}.html`);
    };
    const body = await writeBody(pages.userId, page, { page: pageAt, file: fileAt, baseUrl: baseUrl() });
    const hanging = page.attached.map((key) => ({ name: page.fileNames.get(key) ?? "Datei", href: fileAt(key) }));
    const home = element("p", {}, element("a", { href: from("index.html") }, "Inhalt"));
    const content = `${home}<h1>${titleOf(page)}</h1>${body}${writeAttachments(hanging)}`;
    yield { path: `${paths.stemOf(page.id)}.html`, content: frame(page.title, content, from("style.css")) };
  }
  yield* readFiles(uploads, paths);
}

function writeIndex({ title, order, paths }: PageExport): string {
  const isHere = new Set(order.map(({ id }) => id));
  const children = Map.groupBy(order, ({ parentId }) => (isHere.has(parentId ?? "") ? parentId : null));
  const list = (parentId: string | null): string => {
    const items = children.get(parentId) ?? [];
    if (items.length === 0) return "";
    const item = (page: (typeof order)[number]) => {
      const href = (paths.stemOf(page.id) ?? "").split("/").map(encodeURIComponent).join("/");
      return element("li", {}, element("a", { href: `${href}.html` }, escapeHtml(page.title)) + list(page.id));
    };
    return element("ul", {}, items.map(item).join(""));
  };
  return frame(title, `<h1>${escapeHtml(title)}</h1><nav>${list(null)}</nav>`, "style.css");
}

function frame(title: string, body: string, style: string | undefined): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>`;
  return `<!doctype html>\n<html lang="de"><head>${head}${element("link", { rel: "stylesheet", href: style })}</head><body><main>${body}</main></body></html>\n`;
}
