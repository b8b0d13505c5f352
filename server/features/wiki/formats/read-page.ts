import { type DocumentJson, type DocumentNode, emptyDocument } from "../../../../contract/document/json.ts";
import { fromMarkdown } from "../../../../contract/document/markdown/from-markdown.ts";
import type { Target } from "../../../../contract/document/markdown/urls.ts";
import { mimeTypeOf, mimeTypes } from "../../../../contract/files/files.ts";
import { measureDocument, sizeProblem } from "../../../document/check-document.ts";
import { fromHtml } from "../../../document/from-html.ts";
import { readDocx } from "./docx.ts";
import { takeInlineImages } from "./inline-images.ts";
import { limits, UnreadableFile } from "./limits.ts";
import { fromOutline } from "./outline-nodes.ts";
import { tooLong } from "./page-texts.ts";
import { PathEndings } from "./path-endings.ts";
import { filePlaceholder, pagePlaceholder } from "./placeholders.ts";
import { nameOf, pathFrom, type SourceFile, type SourcePage, type Sources } from "./sources.ts";

export interface ReadPage {
  document: DocumentJson;
  /** The files that stand in it or hang on it, each under the index that its placeholder names. */
  files: Map<number, SourceFile>;
  attached: number[];
  warnings: string[];
}

/** Where URLs in the pages of an import lead; made once for all of them. */
export interface LinkTargets {
  pages: Map<string, number>;
  /** By the id that a page had where it was exported. */
  formerIds: Map<string, number>;
  files: Map<string, { file: SourceFile; index: number }>;
  /** Where files lie, by what their wiki calls them. */
  aliases: ReadonlyMap<string, string>;
  /** Where URLs lead that begin at the root of a site. */
  endings: { pages: PathEndings; files: PathEndings };
  /** Where the numbers of pictures begin that pages carry within themselves. */
  nextFile: number;
}

export function linkTargetsOf({ pages, files, aliases = new Map() }: Sources): LinkTargets {
  const endingsOf = (all: readonly { path: string }[]) => new PathEndings(all.map(({ path }) => path));
  const targets: LinkTargets = {
    pages: new Map(),
    formerIds: new Map(),
    files: new Map(),
    aliases,
    nextFile: files.length,
    endings: { pages: endingsOf(pages), files: endingsOf(files) },
  };
  for (const [index, { path, names, meta }] of pages.entries()) {
    for (const name of [path.replace(/\/$/, ""), ...names])
      if (!targets.pages.has(name)) targets.pages.set(name, index);
    if (meta.id) targets.formerIds.set(meta.id, index);
  }
  for (const [index, file] of files.entries()) targets.files.set(file.path, { file, index });
  return targets;
}

/** Refuses what becomes a document larger than any page may be, before it leaves the thread. Throws UnreadableFile. */
export function refuseTooLarge(document: DocumentJson): void {
  const problem = sizeProblem(measureDocument(document));
  if (problem) throw new UnreadableFile(problem);
}

/** Reads a page into a document in which other pages and files have placeholders. Throws UnreadableFile. */
export async function readPage(page: SourcePage, targets: LinkTargets): Promise<ReadPage> {
  const reading = new PageReading(page, targets);
  const document = await reading.read();
  refuseTooLarge(document);
  return { document, files: reading.files, attached: reading.attached(), warnings: reading.allWarnings() };
}

class PageReading {
  readonly files = new Map<number, SourceFile>();
  readonly #page: SourcePage;
  readonly #targets: LinkTargets;
  readonly #warnings = new Set<string>();
  readonly #inline = new Map<string, number>();

  constructor(page: SourcePage, targets: LinkTargets) {
    this.#page = page;
    this.#targets = targets;
    for (const warning of page.warnings) this.#warnings.add(warning);
  }

  async read(): Promise<DocumentJson> {
    const text = this.#page.text();
    const resolve = (url: string) => this.#resolve(url);
    if ("empty" in text) return emptyDocument();
    if ("markdown" in text) return this.#withNewIds(fromMarkdown(text.markdown, { resolve }));
    if ("outline" in text) return this.#withNewIds(fromOutline(text.outline, resolve));
    const { html, images } = takeInlineImages("docx" in text ? await readDocx(text.docx) : text.html);
    if (Buffer.byteLength(html) > limits.textBytes) throw tooLong();
    for (const image of images) {
      const index = this.#targets.nextFile++;
      this.#inline.set(image.path, index);
      this.#targets.files.set(`${index}/${image.path}`, { file: image, index });
    }
    return this.#withNewIds(fromHtml(html, { resolve }));
  }

  attached(): number[] {
    return (this.#page.meta.attachments ?? []).flatMap((url) => {
      const target = this.#fileAt(url);
      if (!target) this.#warnings.add(`Anhang nicht gefunden: ${nameOf(url)}`);
      return target ? [target.index] : [];
    });
  }

  allWarnings(): string[] {
    const all = [...this.#warnings];
    if (all.length <= limits.warningsPerPage) return all;
    const shown = all.slice(0, limits.warningsPerPage - 1);
    return [...shown, `und ${all.length - shown.length} weitere Hinweise`];
  }

  #resolve(url: string): Target | undefined {
    const own = this.#ownUrl(url);
    if (own !== undefined) return { href: `/wiki/${pagePlaceholder(own)}` };
    if (/^(https?|mailto|tel|techcenter|outline|data):/i.test(url) || url === "") return undefined;
    const inline = this.#inline.get(url);
    const found = inline === undefined ? this.#fileAt(url) : this.#targets.files.get(`${inline}/${url}`);
    if (found) return { file: { key: filePlaceholder(found.index), ...this.#take(found) } };
    const [, path = "", anchor = ""] = /^([^#]*)(#.*)?$/.exec(url) ?? [];
    const index = this.#pageAt(path, anchor);
    if (index !== undefined) {
      const isOwnPart = this.#targets.pages.has(this.#page.path + anchor);
      return { href: `/wiki/${pagePlaceholder(index)}${isOwnPart ? "" : anchor}` };
    }
    if (
      url.startsWith("#") ||
      /^\/(wiki|api\/file|customers|websites|domains|hosts|devices|users|feedback)\b/.test(url)
    )
      return undefined;
    this.#warnings.add(`Unbekannter Link: ${decoded(url).slice(0, 120)}`);
    return undefined;
  }

  /** Where other wikis write the whole URL of a page: in BookStack's books a part of it, in Outline a document. */
  #ownUrl(url: string): number | undefined {
    const { pages } = this.#targets;
    const [, part] = /^https?:\/\/[^#]*\/?(#(?:page|chapter)-\d+)$/.exec(url) ?? [];
    if (part !== undefined) return pages.get(this.#page.path + part);
    if (url.startsWith("outline:")) return pages.get(url);
    const [, id] = /^(?:https?:\/\/[^/]+)?\/doc\/(?:[\w~-]*-)?([A-Za-z0-9]{10,15})(?:[?#].*)?$/.exec(url) ?? [];
    const [, whole] = /\/doc\/([0-9a-f-]{36})(?:[?#].*)?$/.exec(url) ?? [];
    const [, confluence] = /\/pages\/(?:viewpage\.action\?pageId=)?(\d+)(?:[/?#&]|$)/.exec(url) ?? [];
    return pages.get(`outline:${whole ?? id}`) ?? pages.get(`confluence:${confluence}`);
  }

  #take({ file, index }: { file: SourceFile; index: number }): { size: number; mimeType?: string } {
    const mimeType = mimeTypeOf(file.path);
    const refusal = refusalOf(file);
    if (refusal) this.#warnings.add(refusal);
    else this.files.set(index, file);
    return { size: file.size, ...(mimeType && { mimeType }) };
  }

  #fileAt(url: string): { file: SourceFile; index: number } | undefined {
    const { aliases } = this.#targets;
    const [, kind, reference] = /^bsexport:(image|attachment):(.+)$/.exec(url) ?? [];
    const [, outlineId = ""] = /\/api\/attachments\.redirect\?id=([0-9a-f-]{36})/.exec(url) ?? [];
    const path =
      aliases.get(url) ??
      aliases.get(outlineId) ??
      (kind ? `files/${decoded(reference ?? "")}` : pathFrom(this.#page.path, decoded(withoutQuery(url))));
    const found = (path === undefined ? undefined : this.#targets.files.get(path)) ?? this.#siteFileAt(url);
    if (found) this.#take(found);
    return found;
  }

  #siteFileAt(url: string): { file: SourceFile; index: number } | undefined {
    if (!isOfSite(url)) return undefined;
    const path = this.#targets.endings.files.find(decoded(withoutQuery(url)));
    return path === undefined ? undefined : this.#targets.files.get(path);
  }

  #pageAt(path: string, anchor: string): number | undefined {
    const { pages } = this.#targets;
    if (path.startsWith("bsexport:")) return pages.get(path);
    if (path === "") return pages.get(this.#page.path + anchor);
    const target = pathFrom(this.#page.path, decoded(withoutQuery(path)));
    if (target === undefined) return undefined;
    const names = [target + anchor, target, `${target}.md`, `${target}.html`];
    const index = names.map((name) => pages.get(name)).find((found) => found !== undefined);
    if (index !== undefined || !isOfSite(path)) return index;
    return pages.get(this.#targets.endings.pages.find(decoded(withoutQuery(path)))?.replace(/\/$/, "") ?? "");
  }

  /** Mentions of pages that come along mean the new ones; a file in the place of a picture is a file. */
  #withNewIds(document: DocumentJson): DocumentJson {
    const visit = (node: DocumentNode): DocumentNode => {
      const attrs = node.attrs ?? {};
      const content = node.content && { content: node.content.map(visit) };
      if (node.type === "mention" && attrs.kind === "page") {
        const index = this.#targets.formerIds.get(String(attrs.id));
        if (index !== undefined) return { ...node, attrs: { ...attrs, id: pagePlaceholder(index) } };
      }
      const [, index] = node.type === "image" ? (/^import-file-(\d+)$/.exec(String(attrs.key)) ?? []) : [];
      const file = index === undefined ? undefined : this.files.get(Number(index));
      const mimeType = file && mimeTypeOf(file.path);
      if (file && mimeType && !mimeTypes[mimeType].image) {
        const name = String(attrs.alt || nameOf(file.path));
        this.#warnings.add(`Bild als Datei übernommen: ${nameOf(file.path)}`);
        return { type: "file", attrs: { key: attrs.key, name, size: file.size, mimeType } };
      }
      return { ...node, ...content };
    };
    return visit(document) as DocumentJson;
  }
}

/** Why a file cannot be kept; undefined when it can. */
function refusalOf({ path, size }: SourceFile): string | undefined {
  const name = nameOf(path);
  const type = mimeTypeOf(path);
  if (!type) return `Datei nicht übernommen, ihr Typ ist nicht erlaubt: ${name}`;
  if (size > (mimeTypes[type].image ? 15 * 1024 * 1024 : limits.fileBytes)) return `Datei ist zu groß: ${name}`;
  return size === 0 ? `Datei ist leer: ${name}` : undefined;
}

/** Whether a URL begins at the root of the site that it stands on. */
const isOfSite = (url: string) => /^\/(?!\/|api\/file\/)/.test(url);

const withoutQuery = (url: string) => url.replace(/[?#].*$/, "");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    return text.normalize("NFC");
  }
}
