import { buffer } from "node:stream/consumers";
import { element, escapeHtml } from "../../../../contract/document/html.ts";
import { Problem } from "../../../problem.ts";
import type { Services } from "../../../trpc/context.ts";
import { titleOf, writeAttachments, writeBody } from "./export-html.ts";
import { exportStyle } from "./export-style.ts";
import type { ExportedPage, PageExport } from "./exported-pages.ts";

const maxPages = 500;
const maxImageBytes = 100 * 1024 * 1024;

/** Below each other as one page of HTML that carries its pictures within itself, to be printed. Throws a Problem. */
export async function writePrintable(
  { uploads, baseUrl }: Pick<Services, "uploads" | "baseUrl">,
  pages: PageExport,
): Promise<string> {
  if (pages.order.length > maxPages)
    throw new Problem("too_large", { message: `Ein PDF fasst höchstens ${maxPages} Seiten des Wikis.` });
  const images = new EmbeddedImages(uploads);
  const parts: string[] = [];
  for (const entry of pages.order) {
    const page = await pages.read(entry);
    await images.load(page);
    const pageAt = (id: string) => (pages.paths.stemOf(id) === undefined ? undefined : `#seite-${id}`);
    const body = await writeBody(pages.userId, page, {
      page: pageAt,
      file: (key) => images.of(key),
      baseUrl: baseUrl(),
    });
    const hanging = page.attached.map((key) => ({ name: page.fileNames.get(key) ?? "Datei", href: undefined }));
    const heading = element("h1", { id: `seite-${page.id}` }, titleOf(page));
    parts.push(element("article", {}, heading + body + writeAttachments(hanging)));
  }
  const style = `${exportStyle} main { max-width: none; padding: 0; } article + article { break-before: page; }`;
  const head = `<meta charset="utf-8"><title>${escapeHtml(pages.title)}</title><style>${style}</style>`;
  return `<!doctype html><html lang="de"><head>${head}</head><body><main>${parts.join("")}</main></body></html>`;
}

class EmbeddedImages {
  readonly #uploads: Services["uploads"];
  readonly #data = new Map<string, string>();
  #bytes = 0;

  constructor(uploads: Services["uploads"]) {
    this.#uploads = uploads;
  }

  async load({ files }: ExportedPage): Promise<void> {
    for (const { key, mimeType, size } of files.values()) {
      if (!/^image\/(png|jpeg|webp|gif|avif)$/.test(mimeType) || this.#data.has(key)) continue;
      this.#bytes += size;
      if (this.#bytes > maxImageBytes)
        throw new Problem("too_large", { message: "Die Bilder sind für ein PDF zu groß. Exportiere als HTML." });
      const stream = await this.#uploads.store.read(key);
      if (stream) this.#data.set(key, `data:${mimeType};base64,${(await buffer(stream)).toString("base64")}`);
    }
  }

  of(key: string): string | undefined {
    return this.#data.get(key);
  }
}
